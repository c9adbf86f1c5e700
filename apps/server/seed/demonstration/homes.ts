/** Where the people of the demonstration live: most of them near the clinic's sites. */
import communes from '../catalogues/communes.json' with { type: 'json' }
import type { ClinicLookup } from './clinic-lookup.ts'
import type { SeededRandom } from './seeded-random.ts'

export type Home = { readonly commune_id: number; readonly address: string }

// Communes with many inhabitants, by their national code, which begins with the region.
const populous = [
  '13123',
  '13119',
  '13120',
  '13110',
  '13101',
  '13201',
  '13114',
  '13130',
  '13106',
  '13122',
  '13126',
  '13118',
  '05109',
  '05101',
  '05801',
  '05804',
  '08101',
  '08110',
  '09101',
  '02101',
  '04101',
  '06101',
  '07101',
  '10101',
]
const far = ['05101', '06101', '08101', '13401', '13301']
const streets = [
  'Los Aromos',
  'Las Araucarias',
  'El Canelo',
  'Los Maitenes',
  'Pasaje Los Copihues',
  'Avenida El Peumo',
  'El Litre',
  'Los Notros',
  'Avenida Las Lengas',
  'El Raulí',
  'Pasaje El Boldo',
  'Los Quillayes',
]
const idOfCut = new Map(communes.map((commune) => [commune.cut, commune.id]))

/** The national code of each commune. */
export const cutOfId: ReadonlyMap<number, string> = new Map(
  communes.map((commune) => [commune.id, commune.cut]),
)

/** Creates homes, nine of ten in populous communes of the sites' regions and in the sites' own communes. */
export function createHomes({ clinic }: Pick<ClinicLookup, 'clinic'>): (by: SeededRandom) => Home {
  const ofSites = clinic.sites.flatMap(({ commune_id }) => cutOfId.get(commune_id) ?? [])
  const regions = new Set(ofSites.map((cut) => cut.slice(0, 2)))
  const inRegions = populous.filter((cut) => regions.has(cut.slice(0, 2)))
  const near = [...new Set([...inRegions, ...ofSites])]
  const elsewhere = far.filter((cut) => !near.includes(cut))
  return (by) => {
    const commune_id = idOfCut.get(by.happens(0.9) && near.length > 0 ? by.pick(near) : by.pick(elsewhere))
    if (commune_id === undefined) throw new Error('demonstration: a commune is missing from the catalogue')
    const flat = by.happens(0.4) ? `, depto. ${by.whole(1, 15)}0${by.whole(1, 8)}` : ''
    return { commune_id, address: `${by.pick(streets)} ${by.whole(100, 4900)}${flat}` }
  }
}
