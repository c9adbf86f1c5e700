import { createHash } from 'node:crypto'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { reservedQuestionnaires } from '@mi-portal/contract/results/reserved-questionnaires'
import type { PublishedClinic } from '../../../ports/clinic.ts'
import type { LabTest } from '../../../ports/clinical-archive.ts'
import { reservedGroups } from './reserved-tests.ts'

export function createLaboratoryCatalogue({ current }: Pick<PublishedClinic, 'current'>) {
  let prepared: { clinic: ClinicPackage; getReservedGroup: (test: LabTest) => string | null } | null = null

  function reservedSearch() {
    const clinic = current()
    if (prepared?.clinic !== clinic) prepared = { clinic, getReservedGroup: reservedGroups(clinic) }
    return prepared.getReservedGroup
  }

  return {
    findAnalyte: async (codes: readonly string[]) =>
      current().laboratoryAnalytes.find(
        ({ code, loinc }) => codes.includes(code) || (loinc !== null && codes.includes(loinc)),
      ) ?? null,

    /**
     * Finds the name of a laboratory exam by standard codes: FONASA's of a panel, or LOINC's of a measure. The catalogue's own codes
     * are not compared, because another system may use the same code for another exam.
     */
    findExamName: async (codes: readonly string[]): Promise<string | null> => {
      const { laboratoryPanels: panels, laboratoryAnalytes: analytes } = current()
      const isAmong = (code: string | null) => code !== null && codes.includes(code)
      const panel = panels.find(({ codigo_fonasa }) => isAmong(codigo_fonasa))
      return (panel ?? analytes.find(({ loinc }) => isAmong(loinc)))?.name ?? null
    },

    reservedRevision: (): string => {
      const { reservedTests, laboratoryAnalytes } = current()
      return createHash('sha256')
        .update(JSON.stringify([reservedTests, laboratoryAnalytes, reservedQuestionnaires]))
        .digest('hex')
    },

    /** Returns the confidentiality group of a lab test that the law keeps from an adolescent's guardian, or null. */
    getReservedGroup: async (test: LabTest): Promise<string | null> => reservedSearch()(test),
  }
}
