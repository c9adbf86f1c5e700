/** Which tests the law keeps from an adolescent's guardian: by code, by LOINC, and by name where a code says nothing. */

import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { removeAccents } from '@mi-portal/contract/fields/accents'
import { findReservedQuestionnaire } from '@mi-portal/contract/results/reserved-questionnaires'
import type { LabTest } from '../../../ports/clinical-archive.ts'

/** Categories of FHIR under which systems send what a person tells of their life. */
const lifestyle = new Set(['survey', 'social-history'])

export function reservedGroups({
  reservedTests,
  laboratoryAnalytes,
  clinic,
}: Pick<ClinicPackage, 'reservedTests' | 'laboratoryAnalytes' | 'clinic'>): (test: LabTest) => string | null {
  const groupsByCode = new Map<string, string>([
    ...reservedTests.flatMap(({ group, loinc }) => Object.keys(loinc).map((code) => [code, group] as const)),
    ...laboratoryAnalytes.flatMap(({ code, loinc, reserved_group: group }) =>
      group === null ? [] : [[code, group] as const, ...(loinc === null ? [] : [[loinc, group] as const])],
    ),
  ])
  // The words of a group are beginnings of words, without case and accents: `sifil` finds «Sífilis» and «sifilítico».
  const groupsByWord = reservedTests
    .filter(({ words }) => words.length > 0)
    .map(({ group, words }) => ({
      group,
      words: new RegExp(`(?<![a-z0-9])(?:${words.map(escapePattern).join('|')})`),
    }))
  return ({ codes, names, categories = [] }) => {
    for (const code of codes) {
      const group = groupsByCode.get(code)
      if (group !== undefined) return group
    }
    const folded = names.map((name) => removeAccents(name).toLowerCase())
    const named = groupsByWord.find(({ words }) => folded.some((name) => words.test(name)))?.group
    const questionnaire = named ?? findReservedQuestionnaire({ codes, names })
    if (questionnaire !== null || clinic.guardians_see_lifestyle) return questionnaire
    return categories.some((category) => lifestyle.has(category)) ? 'SALUD_MENTAL' : null
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
