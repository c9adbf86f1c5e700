/** Searches in the laboratory catalogue by standard codes. The catalogue is large, so it is loaded at the first search. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import type { LabTest } from '../src/ports/clinical-archive.ts'

type Laboratory = Pick<ClinicPackage, 'laboratoryPanels' | 'laboratoryAnalytes'>
let laboratory: Promise<Laboratory> | null = null

async function loadLaboratory(): Promise<Laboratory> {
  const { demonstrationPart } = await import('./demonstration-package.ts')
  return {
    laboratoryPanels: demonstrationPart('laboratoryPanels'),
    laboratoryAnalytes: demonstrationPart('laboratoryAnalytes'),
  }
}

function readLaboratory(): Promise<Laboratory> {
  laboratory ??= loadLaboratory()
  return laboratory
}

/** Finds a measure by one of its codes (LOINC included). */
async function findAnalyte(codes: readonly string[]) {
  const { laboratoryAnalytes: analytes } = await readLaboratory()
  return analytes.find(({ code, loinc }) => codes.includes(code) || (loinc && codes.includes(loinc))) ?? null
}

/**
 * Finds the name of a laboratory exam by standard codes: FONASA's of a panel, or LOINC's of a measure. The catalogue's own codes are
 * not compared, because another system may use the same code for another exam.
 */
async function findExamName(codes: readonly string[]): Promise<string | null> {
  const { laboratoryPanels: panels, laboratoryAnalytes: analytes } = await readLaboratory()
  const isAmong = (code: string | null) => code !== null && codes.includes(code)
  const panel = panels.find(({ codigo_fonasa }) => isAmong(codigo_fonasa))
  return (panel ?? analytes.find(({ loinc }) => isAmong(loinc)))?.name ?? null
}

/** Returns the confidentiality group of a lab test that the law keeps from an adolescent's guardian, or null. */
async function getReservedGroup(test: LabTest): Promise<string | null> {
  const reservedTests = await import('./reserved-tests.ts')
  return reservedTests.getReservedGroup(test)
}

export const laboratoryCatalogue = { analyteOf: findAnalyte, examNameOf: findExamName, getReservedGroup }
