import { ApiError } from '@mi-portal/contract/calls/api-error'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { ageOn, toDay } from '@mi-portal/contract/values/dates'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { isIdentityLeftToStaff } from '../identity/use-proofs.ts'
import { isPersonMinor } from '../people/read-people.ts'
import { admitCounted } from './admit-calls.ts'
import { ageNotice } from './registration.rules.ts'

export const checkAge = operation(registrationEndpoints.age, async (ctx, { params, query }) => {
  const { ages, clock } = ctx
  await admitCounted(ctx, [limits.ageLook], query.altcha)
  const date_birth = params.date
  const today = toDay(clock.now())
  if (date_birth > today)
    throw new ApiError('invalid', { param: 'date', msg: 'Selecciona Fecha de nacimiento' })
  const is_minor = isPersonMinor(ctx, { date_birth })
  const isAdolescent = is_minor && ageOn(date_birth, today) >= ages.reserve
  return { is_minor, msg: ageNotice(is_minor, isAdolescent, await isIdentityLeftToStaff(ctx)) }
})
