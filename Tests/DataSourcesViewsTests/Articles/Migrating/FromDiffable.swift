import DataSources

// The code of the article "Migrating from diffable data sources" that needs no toolkit.
enum FromDiffable {
    struct Recipe: Identifiable, Equatable, Sendable {
        let id: Int
        var name: String
        var isFavorite = false
    }

    struct Course: Identifiable, Equatable, Sendable {
        let id: String
    }

    /// A folder of an outline.
    struct Folder: Identifiable, Equatable, Sendable {
        let id: String
        var parent: String?
    }

    /// The recipes by course: what a snapshot was built from.
    final class RecipesModel: Sendable {
        let recipes: SectionedSource<Course, Recipe>

        init(_ sections: [ItemSection<Course, Recipe>]) throws {
            recipes = try SectionedSource(sections)
        }

        /// All recipes of a server, compared by id with those that are there.
        func refresh(_ fetched: [ItemSection<Course, Recipe>]) async throws {
            try await recipes.replaceAll(with: fetched)
        }

        func toggleFavorite(_ id: Recipe.ID) async throws {
            try await recipes.updateItem(id: id) { $0.isFavorite.toggle() }
        }
    }
}
