import { removeAccents } from '../fields/accents.ts'

const neverShownNames = new RegExp(
  [
    'grupo sanguineo|coombs|antiglobulin|(tamizaje|deteccion|titulacion|titulo) de anticuerpos|anticuerpos irregulares',
    'vdrl.*banco de sangre|banco de sangre.*vdrl',
    // LOINC's names of the same tests.
    '\\babo (and rh )?group\\b|\\brh \\[type\\]|\\bblood group antibod|\\bblood type\\b',
  ].join('|'),
)

/** LOINC codes of the same kinds. */
const neverShownCodes = new Set([
  '882-1', // ABO and Rh group [Type] in Blood
  '883-9', // ABO group [Type] in Blood
  '888-8', // Blood group antibodies identified in Serum or Plasma
  '890-4', // Blood group antibody screen [Presence] in Serum or Plasma
  '1003-3', // Indirect antiglobulin test.complement specific reagent [Presence] in Serum or Plasma
  '1007-4', // Direct antiglobulin test.poly specific reagent [Presence] on Red Blood Cells
  '10331-7', // Rh [Type] in Blood
  '14606-8', // Blood group antibody screen [Presence] in Serum or Plasma by Prewarmed
  '34532-2', // Blood type and Indirect antibody screen panel - Blood
])

/** The content of the lists, so that a server notices when they change. */
export const neverShownTests = { names: neverShownNames.source, codes: [...neverShownCodes] }

/**
 * Returns whether a test is of a kind that the clinic gives in person only: blood group, Coombs, direct
 * antiglobulin, antibodies, blood-bank VDRL. A test matches by its LOINC code or by any of its names, in Spanish or
 * in LOINC.
 */
export function isNeverShown(names: string | readonly string[], codes: readonly string[] = []): boolean {
  const all = typeof names === 'string' ? [names] : names
  return (
    codes.some((code) => neverShownCodes.has(code)) ||
    all.some((name) => neverShownNames.test(removeAccents(name).toLowerCase()))
  )
}
