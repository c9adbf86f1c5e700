import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { moment } from './values/date-schemas.ts'

export const needsSecondAdministrator = 'Rige cuando otra persona con superadministración guarde lo mismo.'

export const identityModes = ['embedded', 'oidc', 'staff'] as const
export type IdentityMode = (typeof identityModes)[number]

const missingCodes = [
  'localAddress',
  'unencryptedRequest',
  'noSites',
  'unapprovedContent',
  'overdueTexts',
  'noMailServer',
  'noScanner',
  'unencryptedDatabase',
  'identityNotChosen',
  'identityIncomplete',
  'secondFactorOptional',
  'oldBackup',
  'infectedFiles',
  'unscannedFiles',
  'textLimitDay',
  'textLimitMonth',
] as const

export const missingItem = z.object({
  code: z.enum(missingCodes),
  text: z.string(),
  remedy: z.string(),
})
export type MissingItem = z.output<typeof missingItem>

const identityOption = z.object({
  mode: z.enum(identityModes),
  /** Why the mode cannot be chosen, with what to do; null if it can. */
  unavailable: z.nullable(z.string()),
})

const identity = z.object({
  mode: z.enum(identityModes),
  /** The mode that was chosen in the administration; null before the first choice. */
  chosen: z.nullable(z.enum(identityModes)),
  /** The mode that a super administrator requested, and when it takes effect without a second one; null without a request. */
  proposed: z.nullable(
    z.object({ mode: z.enum(identityModes), by: z.string(), effective_at: z.nullable(moment()) }),
  ),
  /** Whether the environment sets the mode, so that it cannot be chosen in the administration. */
  set_by_environment: z.boolean(),
  options: z.readonly(z.array(identityOption)),
})
export type IdentitySetting = z.output<typeof identity>

export const installationEndpoints = endpoints({ access: 'staff', permission: 'clinic.edit' })({
  state: {
    route: 'GET /admin/installation',
    summary: 'Returns what the installation lacks before patients use it, and its settings',
    reply: z.object({
      missing: z.readonly(z.array(missingItem)),
      identity,
      mail: z.object({ has_server: z.boolean() }),
      backup: z.object({ last_at: z.nullable(moment()) }),
      connection: z.object({
        public_url: z.string(),
        is_encrypted: z.boolean(),
      }),
    }),
  },
  chooseIdentity: {
    route: 'PUT /admin/installation/identity',
    summary:
      'Chooses how registrations prove who a person is; once there are patients, a second super administrator has to choose the same',
    body: z.object({ mode: z.enum(identityModes, 'Elige cómo se comprueba la identidad') }),
    reply: z.object({ identity }),
  },
  sendTestMail: {
    route: 'POST /admin/installation/test-mail',
    summary:
      'Sends a test message to the caller’s own address at once, and returns what the mail server answered',
    reply: z.object({
      /** `noServer`: none is configured; the others as the mail server answered or did not. */
      result: z.enum(['sent', 'noServer', 'refused', 'failed', 'unreachable']),
      recipient: z.string(),
      /** The answer of the mail server; null if the message was sent. */
      reason: z.nullable(z.string()),
    }),
  },
})
