/** Which laboratory tests the law keeps from an adolescent's guardian: by code, by LOINC, and by name where a code says nothing. */
import type { LabTest } from '../src/ports/clinical-archive.ts'
import { demonstrationPart } from './demonstration-package.ts'

const reserved = demonstrationPart('reservedTests')

const groupsByCode = new Map<string, string>([
  ...reserved.flatMap(({ group, loinc }) => Object.keys(loinc).map((code) => [code, group] as const)),
  ...demonstrationPart('laboratoryAnalytes').flatMap(({ code, loinc, reserved_group: group }) =>
    group === null ? [] : [[code, group] as const, ...(loinc === null ? [] : [[loinc, group] as const])],
  ),
])

/** The words of a group as beginnings of words, without case and accents: `sifil` finds «Sífilis» and «sifilítico». */
const groupsByWord = reserved.map(({ group, words }) => ({
  group,
  words: new RegExp(`(?<![a-z0-9])(?:${words.join('|')})`),
}))

/** Returns the group of sensitive data that a test belongs to, or null. */
export function getReservedGroup({ codes, names }: LabTest): string | null {
  for (const code of codes) {
    const group = groupsByCode.get(code)
    if (group !== undefined) return group
  }
  const folded = names.map((name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
  return groupsByWord.find(({ words }) => folded.some((name) => words.test(name)))?.group ?? null
}
