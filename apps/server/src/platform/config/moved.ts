/** Variables of earlier versions whose values are now part of the clinic package. They are read once, for the first package of an upgrade. */
import type { Environment } from './reader.ts'

/** The variables, with what each one was. */
const movedVariables = {
  PRODUCT_NAME: 'product',
  BRAND_NAME: 'brand',
  SUPPORT_EMAIL: 'supportEmail',
  SUPPORT_PHONE: 'supportPhone',
  DESK_DOCUMENTS_EMAIL: 'documentsEmail',
  DESK_BUDGETS_EMAIL: 'budgetsEmail',
  DESK_CONTACT_EMAIL: 'contactEmail',
  DESK_IMAGING_EMAIL: 'imagingEmail',
  DESK_PRIVACY_EMAIL: 'privacyEmail',
  EXAMS_LABORATORY_FROM: 'laboratoryFrom',
  EXAMS_IMAGING_FROM: 'imagingFrom',
} as const

type MovedName = keyof typeof movedVariables

/** The values that are set. */
export type MovedSettings = Readonly<Partial<Record<(typeof movedVariables)[MovedName], string>>>

/** Returns the moved variables that are still set, and their values. */
export function readMoved(environment: Environment): { names: readonly string[]; settings: MovedSettings } {
  const set = Object.entries(movedVariables).flatMap(([name, setting]) => {
    const value = environment[name]?.trim()
    return value ? [{ name, setting, value }] : []
  })
  return {
    names: set.map(({ name }) => name),
    settings: Object.fromEntries(set.map(({ setting, value }) => [setting, value])),
  }
}
