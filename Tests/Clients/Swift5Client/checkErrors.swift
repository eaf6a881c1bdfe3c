import DataSources

/// Catches in generic code in each way that works: a cast always stands before a plain `catch`.
func checkErrors<Item: Identifiable & Equatable & Sendable>(of twins: [Item]) where Item.ID: Sendable {
    var caught: [EditError.Code] = []
    do {
        let list = try ListSnapshot(twins)
        print(list.map { $0 })
    } catch {
        caught.append(error.code)
    }
    do {
        let list = try ListSource(twins)
        print(list.snapshot.map { $0 })
    } catch let error as EditError {
        caught.append(error.code)
    } catch {
        fatalError("\(error)")
    }
    do {
        let sections = try SectionedSource([ItemSection(twins[0], items: twins)])
        print(sections.snapshot.map { $0 })
    } catch let error as EditError where error.code == .duplicateItem {
        caught.append(error.code)
    } catch {
        fatalError("\(error)")
    }
    precondition(caught == [.duplicateItem, .duplicateItem, .duplicateItem])
}
