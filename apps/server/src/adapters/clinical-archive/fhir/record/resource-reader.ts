/** Searches and parses resources of a FHIR server, and fetches those that they refer to. */
import { exactTotal } from '@mi-portal/contract/paging'
import * as z from 'zod/mini'
import { Beside, type NoteUnreadable } from '../beside.ts'
import type { ArchiveLine } from '../line.ts'
import type { Catalogue } from '../reserve.ts'
import type { TargetOf } from '../told-words.ts'

export type Patient = { readonly id: number; readonly source: string }

export type RecordDependencies = {
  readonly line: ArchiveLine
  readonly catalogue: Catalogue
  readonly targetOf: TargetOf
  readonly noteUnreadable: NoteUnreadable
  readonly unnamedPlace: string
}

type ResourceReaderDependencies = Pick<RecordDependencies, 'line' | 'targetOf' | 'noteUnreadable'>

export function resourceReader({ line, targetOf, noteUnreadable }: ResourceReaderDependencies) {
  /** Reads referenced resources that the search did not include, several at a time. */
  async function fetchMissing(beside: Beside, targets: readonly (string | null)[]): Promise<void> {
    const missing = new Map<string, Set<string>>()
    for (const target of targets) {
      const [type, id] = target?.split('/') ?? []
      if (!type || !id || target === null || beside.has(target)) continue
      missing.set(type, (missing.get(type) ?? new Set()).add(id))
    }
    for (const [type, ids] of missing) {
      const all = [...ids]
      for (let at = 0; at < all.length; at += 50) {
        const query = { _id: all.slice(at, at + 50).join(','), _count: '50' }
        for await (const page of line.search(type, query)) beside.add(page)
      }
    }
  }

  /** Returns whether one of the references names this patient. */
  const isOfPatient = (patient: Patient, references: readonly Parameters<TargetOf>[0][]) =>
    references.some((reference) => targetOf(reference) === `Patient/${patient.source}`)

  /** Parses the resources of one type. Those that cannot be parsed are logged and counted. */
  function readAll<T extends z.ZodMiniType>(type: string, schema: T, resources: readonly unknown[]) {
    const found: z.output<T>[] = []
    const unreadable: unknown[] = []
    for (const one of resources) {
      if (typeof one !== 'object' || one === null || Reflect.get(one, 'resourceType') !== type) continue
      const read = z.safeParse(schema, one)
      if (read.success) found.push(read.data)
      else {
        unreadable.push(one)
        noteUnreadable(one, read.error.issues)
      }
    }
    return { found, unreadable: unreadable.length }
  }

  /** Reads the pages of a search up to the largest exact total of lists, and converts each with `tell`. */
  async function searchAll<T>(
    type: string,
    query: Readonly<Record<string, string>>,
    tell: (page: readonly unknown[], beside: Beside) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const beside = new Beside(noteUnreadable)
    const told: T[] = []
    for await (const page of line.search(type, query)) {
      beside.add(page)
      told.push(...(await tell(page, beside)))
      if (told.length > exactTotal) break
    }
    return told
  }

  return { fetchMissing, isOfPatient, readAll, searchAll }
}

export type ResourceReader = ReturnType<typeof resourceReader>
