/** The import rule of ARCHITECTURE.md, as a machine checks it. */
const room = (name) => `^${name}/src`

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

/** Features of the panel import each other only as listed here. Everything else meets in pages/ and shell/. */
const panelFeatureImports = {
  calls: ['call-notes'],
  automation: ['inbox'],
  desk: ['call-notes'],
  webhooks: ['deliveries'],
}

export default {
  forbidden: [
    {
      name: 'protocol-stands-alone',
      severity: 'error',
      from: { path: room('protocol'), pathNot: '\\.test\\.ts$' },
      to: { path: '^(client|server|widget|panel|node-sdk|e2e|bench)/' },
    },
    {
      name: 'client-knows-only-protocol',
      severity: 'error',
      from: { path: room('client') },
      to: { path: '^(server|widget|panel|node-sdk|e2e|bench)/' },
    },
    {
      name: 'browser-rooms-never-reach-the-server',
      severity: 'error',
      from: { path: '^(widget|panel)/src' },
      to: { path: '^(server|node-sdk|e2e|bench)/' },
    },
    {
      name: 'widget-and-panel-are-strangers',
      severity: 'error',
      from: { path: '^(widget|panel)/src' },
      to: { path: '^(widget|panel)/src', pathNot: '^$1/' },
    },
    {
      name: 'widget-takes-protocol-as-types',
      severity: 'error',
      from: { path: '^(widget|client)/src', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: room('protocol'),
        pathNot: '/(version|rpc-values)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-never-imports-a-client',
      severity: 'error',
      from: { path: room('server') },
      to: { path: '^(client|widget|panel|node-sdk|e2e|bench)/' },
    },
    {
      // It is installed elsewhere, where none of the rest is.
      name: 'node-sdk-stands-alone',
      severity: 'error',
      from: { path: room('node-sdk'), pathNot: '\\.test\\.ts$' },
      to: { path: '^(protocol|client|server|widget|panel|e2e|bench)/' },
    },
    {
      // What it shows is to be copied.
      name: 'the-receiver-takes-the-sdk-alone',
      severity: 'error',
      from: { path: '^examples/webhook-receiver/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^(protocol|client|server|widget|panel|e2e|bench)/' },
    },
    {
      name: 'features-are-strangers',
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
      // What it needs from other features is its ports (docs/decisions/composition.md).
      name: 'a-composition-file-knows-its-own-feature',
      severity: 'error',
      from: {
        path: '^server/src/composition/([^/.]+)\\.ts$',
        // Links of two features for a third; both kinds of socket are admitted by identity.
        pathNot: '/(link-renewals|sockets)\\.ts$',
      },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'composition-files-meet-in-app',
      severity: 'error',
      // What serves the contributions of all features is no feature.
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
      name: 'core-and-realtime-know-no-feature',
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
      name: 'core-does-not-know-realtime',
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
      // Type-only cycles count too. The widget's on-demand modules have types of the chat that loads them.
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
