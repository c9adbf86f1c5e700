/** Kinds of exam that no list, result or file of the portal holds. */

const neverShown =
  /grupo sanguineo|coombs|antiglobulina|(tamizaje|deteccion|titulacion|titulo) de anticuerpos|anticuerpos irregulares|vdrl.*banco de sangre|banco de sangre.*vdrl/

/** The kinds that the clinic gives in person only: blood group, Coombs, direct antiglobulin, antibodies, blood-bank VDRL. */
export function isNeverShown(name: string): boolean {
  return neverShown.test(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
}
