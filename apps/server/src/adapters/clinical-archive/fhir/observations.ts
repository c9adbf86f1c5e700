import * as z from 'zod/mini'
import { type Observation, observationResource, type Reference, type Report } from './resources.ts'

/** The depth to which nested panels are followed. A report with deeper ones counts as incomplete. */
const deepestPanel = 8
const mostObservations = 1_000

type Member = {
  readonly observation: Observation
  readonly isReserved: boolean
  readonly isInner: boolean
}

type Parts = {
  /** Reads one observation for each reference; null if it is missing, unreadable or another patient's. */
  readonly load: (references: readonly Reference[]) => Promise<readonly (Observation | null)[]>
  readonly isOfPatient: (subject: Reference) => boolean
  readonly isReserved: (observation: Observation) => Promise<boolean>
}

type Panel = {
  readonly references: readonly Reference[]
  readonly contained: readonly unknown[]
  readonly innerIds: ReadonlySet<string>
  readonly isReserved: boolean
}

const innerObservation = z.object({ resourceType: z.literal('Observation'), id: z.string() })

const getInnerId = (reference: Reference): string | null =>
  reference.reference?.startsWith('#') ? reference.reference.slice(1) : null

function innerObservations(contained: readonly unknown[]) {
  return contained.flatMap((one) => {
    const read = z.safeParse(innerObservation, one)
    return read.success ? [{ resource: one, id: read.data.id.replace(/^#/, '') }] : []
  })
}

/** Reads a contained observation. If its subject is missing or contained too, the patient of its container applies. */
function readInner(resource: unknown, id: string, isOfPatient: Parts['isOfPatient']): Observation | null {
  const read = z.safeParse(observationResource, { ...Object(resource), id })
  if (!read.success) return null
  const { subject } = read.data
  const isOwn = subject?.reference === undefined || getInnerId(subject) !== null || isOfPatient(subject)
  return isOwn ? read.data : null
}

function findPanel(
  { contained = [] }: { readonly contained?: readonly unknown[] | undefined },
  references: readonly Reference[] | undefined,
  outer?: Pick<Panel, 'innerIds' | 'isReserved'>,
): Panel {
  const ownIds = innerObservations(contained).map(({ id }) => id)
  return {
    references: references ?? [],
    contained,
    innerIds: new Set([...ownIds, ...(outer?.innerIds ?? [])]),
    isReserved: outer?.isReserved ?? false,
  }
}

async function readLevel(panels: readonly Panel[], { load, isOfPatient }: Parts) {
  const inner = panels.flatMap((panel) => [
    ...innerObservations(panel.contained).map(({ resource, id }) => ({
      panel,
      one: readInner(resource, id, isOfPatient),
      isInner: true,
    })),
    // A contained observation was read with its container. A reference to an unknown `#id` is a missing observation.
    ...panel.references.flatMap((reference) => {
      const id = getInnerId(reference)
      return id === null || panel.innerIds.has(id) ? [] : [{ panel, one: null, isInner: true }]
    }),
  ])
  const named = panels.flatMap((panel) =>
    panel.references
      .filter((reference) => getInnerId(reference) === null)
      .map((reference) => ({ panel, reference })),
  )
  const loaded = await load(named.map(({ reference }) => reference))
  return [
    ...named.map(({ panel }, index) => ({ panel, one: loaded[index] ?? null, isInner: false })),
    ...inner,
  ]
}

/** `isComplete` is false if an observation is missing, unreadable, of another patient, or nested too deeply. */
export async function collectObservations(report: Report, dependencies: Parts) {
  const members: Member[] = []
  const seen = new Set<string>()
  let isComplete = true

  /** Returns whether an observation was not seen before. A panel may refer to one twice, or to itself; contained ones occur once. */
  function isNew({ id }: Observation, isInner: boolean): boolean {
    if (isInner) return true
    const isKnown = seen.has(id)
    seen.add(id)
    return !isKnown
  }

  let panels = [findPanel(report, report.result)]
  for (let depth = 0; panels.length > 0; depth += 1) {
    if (depth === deepestPanel || members.length > mostObservations) return { members, isComplete: false }
    const level = await readLevel(panels, dependencies)
    isComplete &&= level.every(({ one }) => one !== null)
    const next: Panel[] = []
    for (const { panel, one, isInner } of level) {
      if (one === null || !isNew(one, isInner)) continue
      const isReserved = panel.isReserved || (await dependencies.isReserved(one))
      members.push({ observation: one, isReserved, isInner })
      const innerIds = isInner ? panel.innerIds : new Set<string>()
      next.push(findPanel(one, one.hasMember, { innerIds, isReserved }))
    }
    panels = next.filter(({ references, contained }) => references.length + contained.length > 0)
  }
  return { members, isComplete }
}
