/**
 * Checks imports between the project's own files: server and web import the contract, and each layer only lower layers.
 * `biome.json` lists the packages that may be imported.
 */
import { error, type Finding } from './finding.ts'
import { isAbove, mayKnow, type Place, placeOf } from './places.ts'
import type { Source, Tree } from './sources.ts'

/** Returns a finding for each import that is not allowed. */
export function checkImports(tree: Tree): Finding[] {
  return tree.sources.flatMap((source) =>
    source.imports
      .filter((edge) => edge.kind !== 'mention')
      .flatMap(({ target, line }) => {
        const message = target && ownImportViolation(source, placeOf(source.path), target, placeOf(target))
        return message ? [error(source.path, line, message)] : []
      }),
  )
}

function ownImportViolation(source: Source, from: Place, target: string, to: Place): string | null {
  if (from.part === 'tool') return null
  // The server reads its version from its package.json.
  if (target === 'apps/server/package.json' && from.part === 'server') return null
  if (to.part === 'tool') {
    return from.part === 'test' ? null : 'the product does not import scripts, benches or e2e tests'
  }
  if (from.part === 'test') return crossesApps(source.path, target)
  if (to.part === 'test') return 'the product does not import its tests; what both need belongs in src'
  if (from.part === 'contract') {
    return to.part === 'contract'
      ? null
      : 'the contract imports zod/mini and nothing else; this belongs in apps/server or apps/web'
  }
  if (to.part === 'contract') return sharedWebViolation(source.path, from, to)
  if (from.part !== to.part) return appsAreSeparate
  return from.part === 'server' ? serverViolation(source.path, from, target, to) : webViolation(from, to)
}

const appsAreSeparate = 'server and web do not know each other; what both need belongs in packages/contract'

function crossesApps(path: string, target: string): string | null {
  const appOf = (file: string) => /^(apps\/[^/]+|packages\/contract)\//.exec(file)?.[1]
  const own = appOf(path)
  const other = appOf(target)
  if (own === 'packages/contract' && own !== other) return 'the contract is tested on its own'
  return own !== other && other?.startsWith('apps/') && own?.startsWith('apps/') ? appsAreSeparate : null
}

// These files of lib store facts of the whole page, whose types the contract defines: the signed-in person and the published clinic.
const pageFacts: ReadonlySet<string> = new Set([
  'apps/web/src/lib/session.ts',
  'apps/web/src/lib/portal-config.ts',
])

function sharedWebViolation(path: string, from: Place, to: Place): string | null {
  const knowsDomain = from.layer === 'ui' || from.layer === 'lib'
  if (from.part !== 'web' || !knowsDomain || !to.domain || pageFacts.has(path)) return null
  return `${from.layer} knows no domain; what shows ${to.domain} belongs in features/${to.domain}`
}

function serverViolation(path: string, from: Place, target: string, to: Place): string | null {
  if (!from.layer || !to.layer) return null
  const sameDomain = from.layer === 'modules' && to.layer === 'modules' && from.domain === to.domain
  if (sameDomain) return moduleInsideViolation(from, to)
  if (from.layer === 'wiring' && to.layer === 'modules' && to.kind !== 'module') return composedByModule
  if (from.kind === 'rules' && from.layer === 'modules' && to.kind !== 'rules') return pureRules
  if (to.layer === 'adapters' && isChosen(path, from, target, to)) return choosesAdapter
  if (from.layer === 'modules' && to.layer === 'modules') return betweenModulesViolation(from, target, to)
  if (from.layer === to.layer || isAbove('server', from.layer, to.layer)) return null
  return `${from.layer} does not import ${to.layer}: main → app → wiring → modules, adapters → ports → platform → contract; hand it in from above`
}

const chooser = 'apps/server/src/adapters/choose.ts'
const choosesAdapter = 'only adapters/choose.ts chooses an adapter; depend on the interface in src/ports'

/** Returns whether an import of an adapter chooses it. */
function isChosen(path: string, from: Place, target: string, to: Place): boolean {
  // The demonstration writes the data of the embedded adapters, in their formats.
  if (path === chooser || target === chooser || from.layer === 'seed') return false
  return from.adapter !== to.adapter
}

const composedByModule =
  'the wiring composes modules by their *.module.ts alone; create the store, the service and the routes there'

const pureRules =
  'rules are pure and import only the contract and other rules; what reads or writes belongs in the service or the store'

/** The kinds of files of its own module that each kind of file may import. */
const below: Readonly<Record<string, readonly string[]>> = {
  module: ['routes', 'jobs', 'service', 'store', 'rules', 'mails', 'patient-access'],
  routes: ['service', 'store', 'rules', 'patient-access'],
  jobs: ['service', 'store', 'rules', 'mails', 'patient-access'],
  service: ['store', 'rules', 'mails', 'patient-access'],
  'patient-access': ['store', 'rules'],
  store: ['patient-access'],
  mails: ['rules'],
  rules: [],
}

function moduleInsideViolation(from: Place, to: Place): string | null {
  if (!from.kind || !to.kind || from.kind === to.kind) return null
  if (below[from.kind]?.includes(to.kind) ?? true) return null
  if (from.kind === 'rules') return pureRules
  return `in a module ${from.kind} does not import ${to.kind}: routes → service → store, rules, mails`
}

function betweenModulesViolation(from: Place, target: string, to: Place): string | null {
  if (target === 'apps/server/src/modules/family/patient-access.ts') return null
  if (!from.domain || !to.domain) return null
  if (to.kind !== 'service' && to.kind !== 'rules') {
    return `of another module only its service, its rules or family/patient-access.ts may be imported, not its ${to.kind}; ask ${to.domain}.service.ts`
  }
  return mayKnow(from.domain, to.domain) ? null : orderViolation(from.domain, to.domain)
}

function orderViolation(upper: string, lower: string): string {
  return `${upper} does not know ${lower}: desk → documents, budgets, contact, appointments, exams, booking → family → notifications, people; registration, profile, users → photos, account-security → contact, confirmations, session → people; join them in a port, in wiring.ts or in app/`
}

function webViolation(from: Place, to: Place): string | null {
  if (!from.layer || !to.layer) return null
  if (from.layer === 'features' && to.layer === 'features') {
    if (from.domain === to.domain || to.domain === 'catalogues') return null
    return from.domain && to.domain && !mayKnow(from.domain, to.domain)
      ? orderViolation(from.domain, to.domain)
      : null
  }
  if (from.layer === to.layer || isAbove('web', from.layer, to.layer)) return null
  return `${from.layer} does not import ${to.layer}: main → app → features → ui → lib → contract; compose them in app/ or pass it in`
}
