import { exactTotal } from '@mi-portal/contract/calls/paging'
import * as z from 'zod/mini'
import type { FhirClient } from '../fhir-client.ts'
import { IncludedResources, type LogUnreadable } from '../included-resources.ts'
import type { Catalogue } from '../reserved-data.ts'
import type { ReadTarget } from '../resource-fields.ts'

export type Patient = { readonly id: number; readonly source: string }

export type RecordDependencies = {
  readonly client: FhirClient
  readonly catalogue: Catalogue
  readonly readTarget: ReadTarget
  readonly logUnreadable: LogUnreadable
  readonly unnamedPlace: () => string
}

type ResourceReaderDependencies = Pick<RecordDependencies, 'client' | 'readTarget' | 'logUnreadable'>

export function createResourceReader({ client, readTarget, logUnreadable }: ResourceReaderDependencies) {
  async function fetchMissing(
    included: IncludedResources,
    targets: readonly (string | null)[],
  ): Promise<void> {
    const missing = new Map<string, Set<string>>()
    for (const target of targets) {
      const [type, id] = target?.split('/') ?? []
      if (!type || !id || target === null || included.has(target)) continue
      missing.set(type, (missing.get(type) ?? new Set()).add(id))
    }
    for (const [type, ids] of missing) {
      const all = [...ids]
      for (let at = 0; at < all.length; at += 50) {
        const query = { _id: all.slice(at, at + 50).join(','), _count: '50' }
        for await (const page of client.search(type, query)) included.add(page)
      }
    }
  }

  const isOfPatient = (patient: Patient, references: readonly Parameters<ReadTarget>[0][]) =>
    references.some((reference) => readTarget(reference) === `Patient/${patient.source}`)

  function readAll<T extends z.ZodMiniType>(type: string, schema: T, resources: readonly unknown[]) {
    const found: z.output<T>[] = []
    const unreadable: unknown[] = []
    for (const one of resources) {
      if (typeof one !== 'object' || one === null || Reflect.get(one, 'resourceType') !== type) continue
      const read = z.safeParse(schema, one)
      if (read.success) found.push(read.data)
      else {
        unreadable.push(one)
        logUnreadable(one, read.error.issues)
      }
    }
    return { found, unreadable: unreadable.length }
  }

  async function searchAll<T>(
    type: string,
    query: Readonly<Record<string, string>>,
    toItems: (page: readonly unknown[], included: IncludedResources) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const included = new IncludedResources(logUnreadable)
    const found: T[] = []
    for await (const page of client.search(type, query)) {
      included.add(page)
      found.push(...(await toItems(page, included)))
      if (found.length > exactTotal) break
    }
    return found
  }

  return { fetchMissing, isOfPatient, readAll, searchAll }
}

export type ResourceReader = ReturnType<typeof createResourceReader>
