import { ApiError } from '@mi-portal/contract/calls/api-error'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { toAuditActor } from '../../platform/audit.ts'
import { operation } from '../../platform/context/operation.ts'
import { readToken } from '../../platform/http/checks/admission.ts'
import { callerNetwork, limits } from '../../platform/security/rate-limiter.ts'
import { findStaffOfToken } from '../session/use-sessions.ts'
import { findPatientId } from './identity.sql.ts'
import { findProof, findRegistered, isIdentityLeftToStaff } from './use-proofs.ts'

export const getIdentityMode = operation(identityEndpoints.mode, async (ctx) => ({
  photos: await isIdentityLeftToStaff(ctx),
}))

export const readRegistered = operation(
  identityEndpoints.info,
  async (ctx, { params: { rut: run }, request }) => {
    const { auditLog, db, origin, rateLimiter } = ctx
    const solem = request.headers['x-identity']
    const proven = typeof solem === 'string' ? await findProof(ctx, solem, run) : null
    const token = readToken(request)
    const caller = proven === null && token !== undefined ? await findStaffOfToken(ctx, token, origin) : null
    const actor = caller !== null && permits(caller.permissions, 'users.edit') ? caller : null
    if (proven === null && actor === null) {
      await rateLimiter.consumeEach([limits.registryLook, limits.registryLookDay], callerNetwork(origin.ip))
      throw new ApiError('forbidden')
    }
    const person = proven ?? (await findRegistered(ctx, run))
    if (!person?.names) throw new ApiError('notFound')
    await auditLog.record({
      ...toAuditActor(actor, origin),
      action: 'identity.info',
      patientId: await findPatientId(db, run),
    })
    return {
      names: person.names,
      lastname: `${person.last_name} ${person.second_name}`.trim(),
      date_birth: person.date_birth ?? '',
    }
  },
)
