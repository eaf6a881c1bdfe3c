import DataSources
protocol OracleSnapshot: SnapshotProtocol {
    static func violations(of: Update<Self>) -> [String]
}
extension ListSnapshot: OracleSnapshot { static func violations(of: Update<Self>) -> [String] { [] } }
extension SectionedSnapshot: OracleSnapshot { static func violations(of: Update<Self>) -> [String] { [] } }
