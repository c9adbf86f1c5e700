/** Tells where a file belongs: its part of the project, its layer, its domain and its kind. */

type Part = 'contract' | 'server' | 'web' | 'test' | 'tool'

/** Layers from the top down; a file imports its own layer's files or lower ones. */
const serverLayers = ['main', 'app', 'wiring', 'seed', 'modules', 'adapters', 'ports', 'platform'] as const
const webLayers = ['main', 'app', 'features', 'ui', 'service-worker', 'lib'] as const

type Layer = (typeof serverLayers)[number] | (typeof webLayers)[number]

export type Place = {
  part: Part
  layer?: Layer
  /** Module, feature, or a contract file or folder named after one. */
  domain?: string
  /** `routes`, `service`, `store`, …: the part of the file's name before the extension. */
  kind?: string
  /** The folder of an adapter. */
  adapter?: string
}

/** The domains that each domain may import. Their own lower domains are allowed too. */
const domainSteps: Readonly<Record<string, readonly string[]>> = {
  desk: ['privacy', 'documents', 'budgets', 'contact', 'appointments', 'exams', 'booking'],
  documents: ['desk-requests'],
  budgets: ['desk-requests'],
  contact: ['desk-requests'],
  'desk-requests': ['family', 'uploads'],
  appointments: ['family', 'private-items'],
  'medical-orders': ['appointments', 'desk-requests'],
  attendance: ['appointments'],
  'visit-certificates': ['appointments'],
  'result-choices': ['appointments'],
  exams: ['family', 'private-items', 'result-choices'],
  'private-items': ['people', 'notifications'],
  images: ['exams'],
  news: ['exams', 'booking', 'desk-requests'],
  booking: ['family', 'appointments', 'medical-orders', 'result-choices', 'contact'],
  agenda: ['booking', 'overview', 'photos', 'attendance'],
  family: ['notifications', 'people', 'legal', 'consents', 'confirmations'],
  applications: ['session', 'photos', 'consents'],
  registration: ['applications', 'legal', 'identity'],
  'account-security': ['passkeys', 'contact', 'confirmations', 'identity'],
  confirmations: ['session'],
  profile: ['account-security', 'photos', 'emergency-contacts'],
  users: ['account-security', 'applications', 'emergency-contacts', 'attendance'],
  passkeys: ['session'],
  session: ['people'],
  people: [],
  notifications: ['session'],
  catalogues: [],
  clinic: ['legal'],
  publishing: ['photos'],
  prevention: ['publishing'],
  ads: ['publishing'],
  alerts: [],
  survey: [],
  help: [],
  favourites: ['people'],
  'emergency-contacts': ['people'],
  mailing: [],
  audit: ['profile'],
  overview: ['desk', 'installation'],
  installation: ['scanning', 'uploads', 'clinic', 'mailing', 'profile'],
  setup: ['users'],
  identity: ['session'],
  legal: [],
  photos: ['session', 'uploads'],
  scanning: ['uploads'],
  uploads: [],
  privacy: ['desk-requests', 'consents'],
  consents: ['session', 'legal'],
  fhir: ['appointments', 'exams'],
  exports: ['fhir', 'exams', 'photos', 'profile'],
  breaches: ['audit'],
}

export const domains: readonly string[] = Object.keys(domainSteps)

/** Returns whether the upper domain may import from the lower one. */
export function mayKnow(upper: string, lower: string): boolean {
  const steps = domainSteps[upper] ?? []
  return steps.includes(lower) || steps.some((step) => mayKnow(step, lower))
}

/** Returns whether a layer is above another one of the same part. Modules and adapters are on the same level. */
export function isAbove(part: Part, upper: Layer, lower: Layer): boolean {
  const order: readonly Layer[] = part === 'server' ? serverLayers : webLayers
  if (upper === 'modules' && lower === 'adapters') return false
  return order.indexOf(upper) < order.indexOf(lower)
}

const isTestFile = /\.test\.tsx?$|^apps\/[^/]+\/test\/|^packages\/[^/]+\/test\//

export function placeOf(path: string): Place {
  if (isTestFile.test(path)) return { part: 'test' }
  const contract = /^packages\/contract\/src\/(.+)\.ts$/.exec(path)
  if (contract?.[1]) {
    const [top = ''] = contract[1].split('/')
    return { part: 'contract', domain: domains.includes(top) ? top : undefined }
  }
  if (path.startsWith('apps/server/seed/')) return { part: 'server', layer: 'seed' }
  const server = /^apps\/server\/src\/(.+)$/.exec(path)
  if (server?.[1]) return serverPlace(server[1])
  const web = /^apps\/web\/src\/(.+)$/.exec(path)
  if (web?.[1]) return webPlace(web[1])
  return { part: 'tool' }
}

function serverPlace(below: string): Place {
  const parts = below.split('/')
  const [top = '', second] = parts
  if (top === 'modules') return { part: 'server', layer: 'modules', domain: second, kind: kindOf(below) }
  if (top === 'adapters') return { part: 'server', layer: 'adapters', adapter: second, kind: kindOf(below) }
  if (top === 'ports' || top === 'platform') return { part: 'server', layer: top, kind: kindOf(below) }
  if (top === 'app.ts') return { part: 'server', layer: 'app' }
  if (top === 'wiring.ts' || top === 'wiring') return { part: 'server', layer: 'wiring' }
  return { part: 'server', layer: 'main' }
}

function webPlace(below: string): Place {
  const [top = '', second] = below.split('/')
  if (top === 'features') return { part: 'web', layer: 'features', domain: second, kind: kindOf(below) }
  if (top === 'app' || top === 'ui' || top === 'lib' || top === 'service-worker')
    return { part: 'web', layer: top, kind: kindOf(below) }
  // Other files, such as images, belong to no layer.
  return top === 'main.tsx' ? { part: 'web', layer: 'main' } : { part: 'web' }
}

function kindOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')
  return name.slice(name.lastIndexOf('.') + 1)
}
