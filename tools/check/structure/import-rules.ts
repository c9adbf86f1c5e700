/** What may import what: server and web import the contract, and each layer and domain only lower ones. dependency-cruiser checks it. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cruise, type ICruiseOptions } from 'dependency-cruiser'
import { isProduct, isTypeScript } from './project-files.ts'

type Rule = NonNullable<NonNullable<ICruiseOptions['ruleSet']>['forbidden']>[number]

/** The domains that each domain may import; a small one has no row and may import `people`. Their own lower domains are allowed too. */
const domainSteps: Readonly<Record<string, readonly string[]>> = {
  'service-requests': ['family', 'uploads', 'deadlines', 'calls-due', 'audit-labels'],
  complaints: ['service-requests'],
  'front-desk': ['users', 'confirmations', 'agenda'],
  'calls-due': [],
  deadlines: [],
  appointments: ['family', 'private-items'],
  'medical-orders': ['appointments', 'service-requests'],
  attendance: ['appointments'],
  'visit-certificates': ['appointments'],
  'result-choices': ['appointments'],
  exams: ['family', 'private-items', 'result-choices'],
  'private-items': ['people', 'notifications'],
  images: ['exams'],
  news: ['exams', 'booking', 'service-requests'],
  booking: ['family', 'appointments', 'medical-orders', 'result-choices', 'service-requests'],
  agenda: ['booking', 'overview', 'calls-due', 'photos', 'attendance'],
  family: ['notifications', 'people', 'legal', 'consents', 'confirmations', 'staff-reads'],
  'record-access': ['confirmations'],
  applications: ['session', 'photos', 'consents', 'deadlines'],
  registration: ['applications', 'legal', 'identity'],
  'account-security': ['passkeys', 'service-requests', 'record-access', 'identity'],
  confirmations: ['session'],
  profile: ['account-security', 'photos', 'emergency-contacts', 'audit-labels', 'service-requests'],
  users: ['account-security', 'applications', 'calls-due', 'emergency-contacts', 'attendance'],
  passkeys: ['session'],
  session: ['people'],
  'staff-reads': ['people'],
  people: [],
  notifications: ['session'],
  catalogues: [],
  clinic: ['legal', 'confirmations'],
  publishing: ['photos'],
  alerts: [],
  survey: [],
  help: [],
  mailing: [],
  'audit-labels': [],
  audit: ['audit-labels'],
  overview: ['service-requests', 'installation'],
  numbers: ['service-requests'],
  installation: ['confirmations', 'scanning', 'uploads', 'clinic', 'mailing', 'profile', 'identity'],
  setup: ['users', 'profile'],
  identity: ['session'],
  legal: [],
  photos: ['session', 'uploads'],
  scanning: ['uploads'],
  uploads: [],
  consents: ['session', 'legal'],
  fhir: ['appointments', 'exams'],
  exports: ['fhir', 'exams', 'photos', 'audit-labels', 'service-requests'],
  breaches: ['audit'],
}

const folders = globSync('apps/{server/src/modules,web/src/features}/*', {
  cwd: join(import.meta.dirname, '../../..'),
})
const domains = [...new Set([...Object.keys(domainSteps), ...folders.map((path) => basename(path))])]

/** Returns a domain and all domains below it. */
function listReachable(domain: string): string[] {
  return [domain, ...(domainSteps[domain] ?? ['people']).flatMap(listReachable)]
}

/** Layers from the top down; a file imports its own layer's files or lower ones. Modules and adapters are on the same level. */
const serverLayers = {
  main: '^apps/server/src/(?!app\\.ts|wiring|modules/|adapters/|ports/|platform/)',
  app: '^apps/server/src/app\\.ts$',
  wiring: '^apps/server/src/wiring(\\.ts$|/)',
  seed: '^apps/server/seed/',
  modules: '^apps/server/src/modules/',
  adapters: '^apps/server/src/adapters/',
  context: '^apps/server/src/platform/context/',
  ports: '^apps/server/src/ports/',
  platform: '^apps/server/src/platform/(?!context/)',
}
const webLayers = {
  main: '^apps/web/src/main\\.tsx$',
  app: '^apps/web/src/app/',
  features: '^apps/web/src/features/',
  ui: '^apps/web/src/ui/',
  'service-worker': '^apps/web/src/service-worker/',
  lib: '^apps/web/src/lib/',
}

const tests = '\\.(test|authorization)\\.tsx?$|^(apps|packages)/[^/]+/test/'
const product = '^(apps/server/(src|seed)|apps/web/src|packages/contract/src)/'
const modules = '^apps/server/src/modules/([^/]+)/'

type Target = { readonly path: string | readonly string[]; readonly pathNot?: readonly string[] }

/** Creates a rule whose name is its message. `$1` in `to` stands for the group of `path`. */
function forbid(
  path: string,
  { path: to, pathNot: allowed = [] }: Target,
  name: string,
  pathNot: readonly string[] = [],
): Rule {
  return {
    name,
    severity: 'error',
    from: { path, pathNot: [...pathNot] },
    to: { path: [to].flat(), pathNot: ['/node_modules/', ...allowed] },
  }
}

function layerRules(layers: Readonly<Record<string, string>>): Rule[] {
  const entries = Object.entries(layers)
  return entries.slice(1).map(([name, path], index) => {
    const upper = entries.slice(0, index + 1).map(([, pattern]) => pattern)
    const comment = `${name} does not import layers above it: ${Object.keys(layers).join(' → ')}; pass it in from above`
    return forbid(path, { path: upper }, comment)
  })
}

/** An operation: a file named for what its function does, without a kind. */
const operationFile = '/(?!(routes|rules|mails|jobs|patient-access)\\.ts$)[a-z0-9-]+\\.ts$'

/** The kinds of files of its own module that each kind of file may import, besides its own kind. */
const insideModule: Readonly<Record<string, readonly string[]>> = {
  routes: ['sql', 'rules', 'patient-access', '(?<=/)[a-z0-9-]+'],
  jobs: ['sql', 'rules', 'mails', 'patient-access', '(?<=/)[a-z0-9-]+'],
  'patient-access': ['sql', 'rules'],
  sql: ['sql.generated', 'rules'],
  export: ['sql', 'rules'],
  audit: [],
  mails: ['rules'],
}

const separate = 'server and web do not know each other; what both need belongs in packages/contract'
const orderComment = (domain: string) =>
  `${domain} imports only the domains below it (domainSteps in tools/check/structure/import-rules.ts); join them in a port, in wiring or in app/`

const rules: readonly Rule[] = [
  // Between the parts.
  forbid('^apps/server/', { path: '^apps/web/' }, separate),
  forbid('^apps/web/', { path: '^apps/server/' }, separate),
  forbid(
    '^apps/web/src/',
    { path: '^packages/contract/src/calls/api-error\\.ts$' },
    'the browser gets a CallError (contract/call-error); an ApiError would load the table of all errors',
    [tests],
  ),
  forbid('^packages/contract/', { path: '^apps/' }, 'the contract imports nothing else of the project'),
  forbid(product, { path: tests }, 'the product does not import its tests; what both need belongs in src'),
  forbid(
    product,
    {
      path: '^(apps|packages|tools|scripts|e2e)/',
      pathNot: [product, tests, '^apps/server/package\\.json$'],
    },
    'the product does not import tools, scripts or journeys',
  ),

  // The server.
  ...layerRules(serverLayers),
  forbid(
    serverLayers.modules,
    { path: serverLayers.adapters },
    'a module depends on the interface in src/ports, not on its adapter',
  ),
  forbid(
    '^apps/server/src/(?!adapters/)',
    { path: serverLayers.adapters, pathNot: ['^apps/server/src/adapters/choose\\.ts$'] },
    'only adapters/choose.ts chooses an adapter; depend on the interface in src/ports',
  ),
  forbid(
    '^apps/server/src/adapters/([^/]+)/',
    { path: serverLayers.adapters, pathNot: ['^apps/server/src/adapters/($1/|choose\\.ts$)'] },
    'an adapter does not import another one; only adapters/choose.ts chooses an adapter',
  ),
  forbid(
    serverLayers.wiring,
    {
      path: serverLayers.modules,
      pathNot: ['\\.(routes|sql|mails|jobs|export)\\.ts$', '/family/patient-access\\.ts$', operationFile],
    },
    'the wiring composes modules by their routes, operations, jobs, mails and parts of the data copy',
  ),
  forbid(
    `${serverLayers.modules}.*[./]rules\\.ts$`,
    { path: '^apps/server/', pathNot: ['[./](rules|audit)\\.ts$'] },
    'rules are pure and import only the contract, other rules and labels of the audit log; what reads or writes belongs in an operation',
  ),
  ...Object.entries(insideModule).map(([kind, kinds]) =>
    forbid(
      `${modules}.*\\b${kind}\\.ts$`,
      { path: '^apps/server/src/modules/$1/', pathNot: [`[./](${[kind, ...kinds].join('|')})\\.ts$`, tests] },
      `in a module ${kind} imports only ${[kind, ...kinds].join(', ')}: routes → operations → sql, rules, mails`,
    ),
  ),
  forbid(
    `${modules.slice(0, -1)}.*${operationFile}`,
    {
      path: '^apps/server/src/modules/$1/',
      pathNot: ['[./](sql|sql\\.generated|rules|mails|patient-access)\\.ts$', operationFile, tests],
    },
    'an operation imports other operations, sql, rules and mails',
  ),
  forbid(
    modules,
    {
      path: serverLayers.modules,
      pathNot: [
        '^apps/server/src/modules/$1/',
        '[./](rules|audit|export)\\.ts$',
        operationFile,
        '^apps/server/src/modules/family/patient-access\\.ts$',
      ],
    },
    'of another module only its operations, its rules, its part of the data copy or family/patient-access.ts may be imported',
  ),
  {
    name: 'what draws a PDF loads two megabytes of fonts and packages: import it where the PDF is drawn, with import()',
    severity: 'error',
    from: { path: '^apps/server/src/', pathNot: ['-pdf(\\.service)?\\.ts$', '/platform/pdf/', tests] },
    to: {
      path: '^apps/server/src/.*(-pdf(\\.service)?|/tagged-pdf|/typeface|/letterhead)\\.ts$',
      dependencyTypesNot: ['dynamic-import', 'type-only'],
    },
  },

  // The order of domains. Every module may ask family/patient-access.ts, except those that family itself imports. The labels of a domain's
  // audit actions import nothing, so they may be collected below the domain.
  ...domains.flatMap((domain) => {
    const own = `(${listReachable(domain).join('|')})/`
    const access = listReachable('family').includes(domain)
      ? []
      : ['^apps/server/src/modules/family/patient-access\\.ts$']
    const at = (root: string) => `^${root}/${domain}/`
    return [
      forbid(
        at('apps/server/src/modules'),
        {
          path: serverLayers.modules,
          pathNot: [
            `${serverLayers.modules}${own}`,
            '[./]audit\\.ts$',

            ...access,
          ],
        },
        orderComment(domain),
      ),
      forbid(
        at('apps/web/src/features'),
        {
          path: webLayers.features,
          pathNot: [`${webLayers.features}${own}`, `${webLayers.features}catalogues/`],
        },
        orderComment(domain),
      ),
    ]
  }),

  // The web.
  ...layerRules(webLayers),
  forbid(
    '^apps/web/src/(ui|lib)/',
    { path: `^packages/contract/src/(${domains.join('|')})(/|\\.ts$)` },
    'ui and lib know no domain; what shows one belongs in features/<domain>',
    // These files store facts of the whole page, whose types the contract defines: the signed-in person and the published clinic.
    ['^apps/web/src/lib/(session|portal-config)\\.ts$'],
  ),
]

/** Prints each import among these files below `root` that is not allowed. Returns whether there is none. */
export async function checkImports(root: string, paths: readonly string[]): Promise<boolean> {
  const { output, exitCode } = await cruise(
    paths.filter((path) => isTypeScript(path) && isProduct(path)),
    {
      baseDir: root,
      ruleSet: { forbidden: [...rules] },
      validate: true,
      outputType: 'err',
      parser: 'swc',
      doNotFollow: { path: ['node_modules', tests] },
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  )
  console.log(output)
  return exitCode === 0
}
