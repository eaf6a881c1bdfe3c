import DataSources

// The wording is UIKit's, as reported; the source is above each message. The others imitate its style.

extension ItemPath {
    /// The path as UIKit describes an index path, without its address.
    fileprivate var indexPath: String { "({length = 2, path = \(section) - \(item)})" }
}

// MARK: Positions that are not there

extension DisplayRefusal {
    // https://github.com/jayhickey/Longboxed-iOS/issues/23; for a reload too, https://github.com/onmyway133/DeepDiff/issues/54
    static func deletedRow(_ path: ItemPath, isNotAmong count: Int) -> DisplayRefusal {
        let text = "attempt to delete row \(path.item) from section \(path.section) which only contains \(count) rows"
        return DisplayRefusal(.notThere, "\(text) before the update", at: .row(path))
    }

    static func deletedRow(_ path: ItemPath, isInNoneOf count: Int) -> DisplayRefusal {
        let text =
            "attempt to delete row \(path.item) from section \(path.section), but there are only \(count) sections"
        return DisplayRefusal(.notThere, "\(text) before the update", at: .row(path))
    }

    // https://github.com/5calls/ios/issues/57
    static func insertedRow(_ path: ItemPath, isNotAmong count: Int) -> DisplayRefusal {
        let text = "attempt to insert row \(path.item) into section \(path.section), but there are only \(count) rows"
        return DisplayRefusal(.notThere, "\(text) in section \(path.section) after the update", at: .row(path))
    }

    // https://github.com/gsdios/SDAutoLayout/issues/261
    static func insertedRow(_ path: ItemPath, isInNoneOf count: Int) -> DisplayRefusal {
        let text =
            "attempt to insert row \(path.item) into section \(path.section), but there are only \(count) sections"
        return DisplayRefusal(.notThere, "\(text) after the update", at: .row(path))
    }

    // https://github.com/RxSwiftCommunity/RxDataSources/issues/35
    static func movedRow(_ path: ItemPath, isNotAmong count: Int) -> DisplayRefusal {
        let text = "attempt to move index path \(path.indexPath) that does not exist - there are only \(count) rows"
        return DisplayRefusal(.notThere, "\(text) in section \(path.section) before the update", at: .row(path))
    }

    static func movedRow(_ path: ItemPath, isInNoneOf count: Int) -> DisplayRefusal {
        let text = "attempt to move index path \(path.indexPath) from a section that does not exist"
        return DisplayRefusal(.notThere, "\(text) - there are only \(count) sections before the update", at: .row(path))
    }

    static func movedRow(from: ItemPath, to path: ItemPath, isNotAmong count: Int) -> DisplayRefusal {
        let text = "attempt to move index path \(from.indexPath) to index path \(path.indexPath) that does not exist"
        let counts = "there are only \(count) rows in section \(path.section) after the update"
        return DisplayRefusal(.notThere, "\(text) - \(counts)", at: .row(path))
    }

    static func movedRow(from: ItemPath, to path: ItemPath, isInNoneOf count: Int) -> DisplayRefusal {
        let text = "attempt to move index path \(from.indexPath) to index path \(path.indexPath) in a section that does"
        return DisplayRefusal(
            .notThere,
            "\(text) not exist - there are only \(count) sections after the update",
            at: .row(path)
        )
    }

    // https://github.com/wordpress-mobile/WordPress-iOS/issues/13956; for a reload too,
    // https://github.com/Shopify/FunctionalTableData/pull/130
    static func deletedSection(_ section: Int, isNotAmong count: Int) -> DisplayRefusal {
        let text = "attempt to delete section \(section), but there are only \(count) sections before the update"
        return DisplayRefusal(.notThere, text, at: .section(section))
    }

    // https://github.com/DeclarativeHub/Bond/issues/282
    static func insertedSection(_ section: Int, isNotAmong count: Int) -> DisplayRefusal {
        let text = "attempt to insert section \(section) but there are only \(count) sections after the update"
        return DisplayRefusal(.notThere, text, at: .section(section))
    }

    static func movedSection(_ section: Int, isNotAmong count: Int) -> DisplayRefusal {
        let text = "attempt to move section \(section), but there are only \(count) sections before the update"
        return DisplayRefusal(.notThere, text, at: .section(section))
    }

    static func movedSection(from: Int, to section: Int, isNotAmong count: Int) -> DisplayRefusal {
        let text = "attempt to move section \(from) to section \(section), but there are only \(count) sections"
        return DisplayRefusal(.notThere, "\(text) after the update", at: .section(section))
    }
}

// MARK: Two changes of one thing

extension DisplayRefusal {
    // https://github.com/nek023/QBImagePicker/issues/88
    static func deletedAndReloaded(_ path: ItemPath) -> DisplayRefusal {
        DisplayRefusal(.conflict, "attempt to delete and reload the same index path \(path.indexPath)", at: .row(path))
    }

    // https://github.com/TextureGroup/Texture/pull/507; for a reload too, http://www.openradar.me/33662307
    static func deletedAndMoved(_ path: ItemPath) -> DisplayRefusal {
        let text = "attempt to perform a delete and a move from the same index path \(path.indexPath)"
        return DisplayRefusal(.conflict, text, at: .row(path))
    }

    // https://github.com/osteslag/Changeset/issues/11
    static func insertedAndMoved(_ path: ItemPath) -> DisplayRefusal {
        let text = "attempt to perform an insert and a move to the same index path \(path.indexPath)"
        return DisplayRefusal(.conflict, text, at: .row(path))
    }

    static func movedTwice(from path: ItemPath) -> DisplayRefusal {
        DisplayRefusal(
            .conflict, "attempt to perform two moves from the same index path \(path.indexPath)", at: .row(path))
    }

    static func movedTwice(to path: ItemPath) -> DisplayRefusal {
        DisplayRefusal(
            .conflict, "attempt to perform two moves to the same index path \(path.indexPath)", at: .row(path))
    }

    static func deletedAndReloaded(_ section: Int) -> DisplayRefusal {
        DisplayRefusal(.conflict, "attempt to delete and reload the same section (\(section))", at: .section(section))
    }

    // The counterpart of the next one; quoted in the comments of many adapters that work around it.
    static func deletedAndMoved(_ section: Int) -> DisplayRefusal {
        let text = "attempt to perform a delete and a move from the same section (\(section))"
        return DisplayRefusal(.conflict, text, at: .section(section))
    }

    // https://github.com/Instagram/IGListKit/issues/690
    static func insertedAndMoved(_ section: Int) -> DisplayRefusal {
        let text = "attempt to perform an insert and a move to the same section (\(section))"
        return DisplayRefusal(.conflict, text, at: .section(section))
    }

    static func movedTwice(from section: Int) -> DisplayRefusal {
        let text = "attempt to perform two moves from the same section (\(section))"
        return DisplayRefusal(.conflict, text, at: .section(section))
    }

    static func movedTwice(to section: Int) -> DisplayRefusal {
        let text = "attempt to perform two moves to the same section (\(section))"
        return DisplayRefusal(.conflict, text, at: .section(section))
    }
}

// MARK: Rows of sections that change

extension DisplayRefusal {
    // https://github.com/SwiftKickMobile/TLIndexPathTools/issues/13
    static func movedRow(intoNewSection path: ItemPath) -> DisplayRefusal {
        let text = "cannot move a row into a newly inserted section (\(path.section))"
        return DisplayRefusal(.rowsOfChangedSection, text, at: .row(path))
    }

    // https://github.com/SwiftKickMobile/TLIndexPathTools/issues/20
    static func movedRow(fromDeletedSection path: ItemPath) -> DisplayRefusal {
        let text = "cannot move a row from a deleted section (\(path.section))"
        return DisplayRefusal(.rowsOfChangedSection, text, at: .row(path))
    }

    /// A row cannot be deleted from, inserted into, … a section that is deleted, moved, ….
    static func row(_ path: ItemPath, _ verb: String, _ change: String) -> DisplayRefusal {
        let text = "cannot \(verb) a \(change) section (\(path.section))"
        return DisplayRefusal(.rowsOfChangedSection, text, at: .row(path))
    }
}

// MARK: Counts

extension DisplayRefusal {
    // https://github.com/forkingdog/UITableView-FDTemplateLayoutCell/issues/40
    static func sectionCount(before: Int, after: Int, inserted: Int, deleted: Int) -> DisplayRefusal {
        DisplayRefusal(
            .count,
            "Invalid update: invalid number of sections.  The number of sections contained in the table view after the "
                + "update (\(after)) must be equal to the number of sections contained in the table view before the "
                + "update (\(before)), plus or minus the number of sections inserted or deleted (\(inserted) inserted, "
                + "\(deleted) deleted)."
        )
    }

    // https://github.com/okhanokbay/ExpyTableView/issues/20
    static func rowCount(of section: Int, before: Int, after: Int, _ tally: RowTally) -> DisplayRefusal {
        DisplayRefusal(
            .count,
            "Invalid update: invalid number of rows in section \(section).  The number of rows contained in an existing "
                + "section after the update (\(after)) must be equal to the number of rows contained in that section "
                + "before the update (\(before)), plus or minus the number of rows inserted or deleted from that section "
                + "(\(tally.inserted) inserted, \(tally.deleted) deleted) and plus or minus the number of rows moved "
                + "into or out of that section (\(tally.movedIn) moved in, \(tally.movedOut) moved out).",
            at: .section(section)
        )
    }
}

/// The numbers of rows that enter and leave a section.
struct RowTally {
    var inserted = 0
    var deleted = 0
    var movedIn = 0
    var movedOut = 0

    var difference: Int { inserted - deleted + movedIn - movedOut }
}
