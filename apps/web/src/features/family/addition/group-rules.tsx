import { portal } from '../../../lib/portal-config.ts'

export const wantsToAddYou = 'quiere agregarte a su grupo familiar.'

/** Says what the leader of a group sees and does for its members. */
export function GroupRules() {
  return (
    <p className="type-meta text-muted">
      Quien dirige el grupo solo verá el historial de hijos menores de {portal.ages.adult} años, y reservará
      horas para ellos. Para una persona adulta reserva solo si ella lo permite después, en su grupo familiar.
    </p>
  )
}
