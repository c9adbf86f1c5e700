import { addDays, type Day, toInstant } from '@mi-portal/contract/values/dates'

const reasons: Readonly<Record<string, string>> = {
  noAccount: 'No hay una cuenta con ese documento',
  wrongPassword: 'Contraseña equivocada',
  wrongSecondFactor: 'Código extra equivocado',
  accountDisabled: 'Cuenta deshabilitada',
  awaitingValidation: 'Identidad en validación',
  profileDeleted: 'Perfil eliminado',
  ownAccessNeeded: 'Por su edad, debe registrarse nuevamente con un correo propio',
  cameOfAge: 'Cumplió 18 años: debe registrarse nuevamente',
}

export function describeRejectedSignIn(detail: unknown): string {
  const rejection =
    typeof detail === 'object' && detail !== null && 'refusal' in detail ? String(detail.refusal) : ''
  return reasons[rejection] ?? 'Ingreso rechazado'
}

export function findPeriod(first: Day, last: Day): { from: Date; before: Date } {
  return { from: toInstant(first, '00:00'), before: toInstant(addDays(last, 1), '00:00') }
}
