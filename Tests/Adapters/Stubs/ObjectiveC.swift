// swift-format-ignore-file
// A module of this name exists only on Apple's platforms. The adapters are compiled where it is.
