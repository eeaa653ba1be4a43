/** The import rules of ARCHITECTURE.md. */
const sourcesOf = (workspace) => `^${workspace}/src`

/** The folders of panel/src from the bottom up: each may import those above it in this list, never one below. */
const panelLayers = [
  ['messages', 'context', 'navigation', 'time', 'alerts', 'theme'],
  ['api', 'i18n'],
  ['queries', 'commands'],
  ['ui', 'session'],
  ['people'],
  ['features'],
  ['pages', 'shell'],
  ['routes'],
]
const panelFolders = (layers) => `^panel/src/(${layers.flat().join('|')})/`

/** Features of the panel import each other only as listed here. pages/ and shell/ compose them. */
const panelFeatureImports = {
  calls: ['call-notes'],
  automation: ['inbox'],
  desk: ['call-notes'],
  webhooks: ['deliveries'],
}

export default {
  forbidden: [
    {
      name: 'protocol-imports-no-other-workspace',
      severity: 'error',
      from: { path: sourcesOf('protocol'), pathNot: '\\.test\\.ts$' },
      to: { path: '^(client|server|widget|panel|node-sdk|e2e|bench)/' },
    },
    {
      name: 'client-imports-protocol-only',
      severity: 'error',
      from: { path: sourcesOf('client') },
      to: { path: '^(server|widget|panel|node-sdk|e2e|bench)/' },
    },
    {
      name: 'browser-code-does-not-import-the-server',
      severity: 'error',
      from: { path: '^(widget|panel)/src' },
      to: { path: '^(server|node-sdk|e2e|bench)/' },
    },
    {
      name: 'widget-and-panel-do-not-import-each-other',
      severity: 'error',
      from: { path: '^(widget|panel)/src' },
      to: { path: '^(widget|panel)/src', pathNot: '^$1/' },
    },
    {
      name: 'widget-imports-protocol-as-types',
      severity: 'error',
      from: { path: '^(widget|client)/src', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: sourcesOf('protocol'),
        pathNot: '/(version|rpc-values)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-does-not-import-browser-code',
      severity: 'error',
      from: { path: sourcesOf('server') },
      to: { path: '^(client|widget|panel|node-sdk|e2e|bench)/' },
    },
    {
      // It is installed without the other workspaces.
      name: 'node-sdk-imports-no-other-workspace',
      severity: 'error',
      from: { path: sourcesOf('node-sdk'), pathNot: '\\.test\\.ts$' },
      to: { path: '^(protocol|client|server|widget|panel|e2e|bench)/' },
    },
    {
      // It is an example to copy.
      name: 'webhook-receiver-imports-the-sdk-only',
      severity: 'error',
      from: { path: '^examples/webhook-receiver/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^(protocol|client|server|widget|panel|e2e|bench)/' },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    },
    ...panelLayers.slice(0, -1).map((layer, index) => ({
      name: `panel-${layer.join('-')}-import-no-layer-above`,
      severity: 'error',
      from: { path: panelFolders([layer]) },
      to: { path: panelFolders(panelLayers.slice(index + 1)) },
    })),
    {
      name: 'panel-features-import-declared-features-only',
      severity: 'error',
      from: {
        path: '^panel/src/features/([^/]+)/',
        pathNot: `^panel/src/features/(${Object.keys(panelFeatureImports).join('|')})/`,
      },
      to: { path: '^panel/src/features/', pathNot: '^panel/src/features/$1/' },
    },
    ...Object.entries(panelFeatureImports).map(([feature, allowed]) => ({
      name: `panel-feature-${feature}-imports-declared-features-only`,
      severity: 'error',
      from: { path: `^panel/src/features/${feature}/` },
      to: {
        path: '^panel/src/features/',
        pathNot: `^panel/src/features/(${[feature, ...allowed].join('|')})/`,
      },
    })),
    {
      name: 'panel-folders-form-no-cycle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^panel/src/features/[^/]+$' },
      to: { path: '^panel/src/features/[^/]+$', circular: true },
    },
    {
      // Functions of other features are its ports (docs/decisions/composition.md).
      name: 'composition-files-import-their-own-feature-only',
      severity: 'error',
      from: {
        path: '^server/src/composition/([^/.]+)\\.ts$',
        // Links of two features; the program of a thread, which has no ports; identity for both kinds of socket.
        pathNot: '/(link-renewals|report-thread|sockets)\\.ts$',
      },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'composition-files-do-not-import-each-other',
      severity: 'error',
      // `serve` combines the contributions of all features.
      from: { path: '^server/src/composition/', pathNot: '(/serve|\\.test)\\.ts$' },
      to: {
        path: '^server/src/composition/',
        pathNot: '/(feature|infrastructure|lifecycle)\\.ts$',
      },
    },
    {
      name: 'only-app-composes',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/(app\\.ts$|composition/|testing/)|\\.test\\.ts$',
      },
      to: { path: '^server/src/composition/' },
    },
    {
      name: 'core-and-realtime-import-no-feature',
      severity: 'error',
      from: { path: '^server/src/(core|realtime)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(features/|composition/|app\\.ts|main\\.ts)' },
    },
    {
      name: 'production-imports-no-test-scenes',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/testing/|\\.test\\.ts$' },
      to: { path: '^server/src/testing/' },
    },
    {
      name: 'core-does-not-import-realtime',
      severity: 'error',
      from: { path: '^server/src/core/' },
      to: { path: '^server/src/realtime/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      // Type-only cycles count too, except in the widget, where the chat and its on-demand modules use each other's types.
      name: 'no-type-cycles',
      severity: 'error',
      from: { path: '^(protocol|client|server|panel|node-sdk|e2e|bench)/' },
      to: { circular: true },
    },
    {
      name: 'only-declared-packages',
      severity: 'error',
      from: {
        path: '^(protocol|client|server|widget|panel|node-sdk|examples/webhook-receiver|e2e|bench)/src',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '(^|/)dist/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
