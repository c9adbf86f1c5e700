/** The state of an installation as its super administrators see it: what is missing before patients use it, and its settings. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { moment } from './values/date-schemas.ts'

/** How registrations prove who a person is. */
export const identityModes = ['embedded', 'oidc', 'staff'] as const
export type IdentityMode = (typeof identityModes)[number]

/** What an installation can lack, in the order of the list. */
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

/** One thing that the installation lacks, as sentences for staff. */
export const missingItem = z.object({
  code: z.enum(missingCodes),
  text: z.string(),
  /** What to do about it. */
  remedy: z.string(),
})
export type MissingItem = z.output<typeof missingItem>

const identityOption = z.object({
  mode: z.enum(identityModes),
  /** Why the mode cannot be chosen, with what to do; null if it can. */
  unavailable: z.nullable(z.string()),
})

const identity = z.object({
  /** The mode that registrations use now. */
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

export const installationEndpoints = {
  state: {
    method: 'GET',
    path: '/admin/installation',
    access: 'staff',
    permission: 'clinic.edit',
    summary: 'Returns what the installation lacks before patients use it, and its settings',
    reply: z.object({
      missing: z.readonly(z.array(missingItem)),
      identity,
      mail: z.object({ has_server: z.boolean() }),
      /** Null without a recorded backup. */
      backup: z.object({ last_at: z.nullable(moment()) }),
      connection: z.object({
        public_url: z.string(),
        /** Whether this request arrived over https. */
        is_encrypted: z.boolean(),
      }),
    }),
  },
  chooseIdentity: {
    method: 'PUT',
    path: '/admin/installation/identity',
    access: 'staff',
    permission: 'clinic.edit',
    summary:
      'Chooses how registrations prove who a person is; once there are patients, a second super administrator has to choose the same',
    body: z.object({ mode: z.enum(identityModes, 'Elige cómo se comprueba la identidad') }),
    reply: z.object({ identity }),
  },
  sendTestMail: {
    method: 'POST',
    path: '/admin/installation/test-mail',
    access: 'staff',
    permission: 'clinic.edit',
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
} as const satisfies EndpointTable
