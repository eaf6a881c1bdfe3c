// The compiler inlines across files of one module only if it compiles them as a whole, which a debug build does not.
// What inner loops use all the time is therefore in a module of its own. Everything in it is `package`, so clients see
// none of it.
@_exported public import DataSourcesStorage
