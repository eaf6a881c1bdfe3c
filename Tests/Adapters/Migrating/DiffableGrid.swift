import DataSources
import DataSourcesViews
import UIKit

// The code of the article "Migrating from diffable data sources" for UIKit.
extension FromDiffable {
    @MainActor
    final class RecipesGrid {
        private let screen: Presentation<SectionedSnapshot<Course, Recipe>>
        private let display: UICollectionViewDisplay<SectionedSnapshot<Course, Recipe>>

        init(_ model: RecipesModel, in collectionView: UICollectionView) {
            let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Recipe> { cell, _, recipe in
                var content = cell.defaultContentConfiguration()
                content.text = recipe.isFavorite ? "★ \(recipe.name)" : recipe.name
                cell.contentConfiguration = content
            }
            screen = Presentation(of: model.recipes)
            display = UICollectionViewDisplay(collectionView) { view, path, recipe in
                view.dequeueConfiguredReusableCell(using: registration, for: path, item: recipe)
            }
            screen.attach(display)
        }

        func run() async { await screen.run() }
    }
}
