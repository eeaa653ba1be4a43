/** Provides IndexedDB in memory. For tests of other workspaces, which do not depend on the package. */
import 'fake-indexeddb/auto'
