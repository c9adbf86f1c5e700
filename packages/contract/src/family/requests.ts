import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import {
  checkDocument,
  checkNamedDocument,
  documentFields,
  documentTypeId,
  passportCountry,
} from '../fields/document-schemas.ts'
import { atMost } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { countParam, id, idParam } from '../values/ids.ts'
import { badUserId, familyGroupPath, named, ofPatient, relationship } from './members.ts'

/** 0 pending, 1 approved, 2 rejected; 3 is withdrawn or ended, and appears in no list. */
export const requestStatus = { pending: 0, approved: 1, rejected: 2, hidden: 3 } as const

/** Why staff decide a request in place of the invited person, and what they saw. The lists are closed because both stand in an address. */
export const acceptanceReasons = {
  'asked-in-person': 'La persona lo pidió en la clínica',
  'asked-by-phone': 'La persona lo pidió por teléfono y comprobamos quién es',
  'asked-by-guardian': 'Lo pidió quien representa a la persona menor de edad',
} as const
export const refusalReasons = {
  'not-wanted': 'La persona no quiere integrar el grupo',
  'not-proven': 'No se acreditó la relación',
  'identity-unchecked': 'No se pudo comprobar quién lo pide',
  mistake: 'La solicitud se hizo por error',
} as const
export const seenDocuments = {
  'identity-document': 'Cédula de identidad o pasaporte',
  'birth-certificate': 'Certificado de nacimiento',
  'marriage-certificate': 'Certificado de matrimonio o de unión civil',
  ruling: 'Resolución judicial',
  power: 'Poder notarial',
} as const
export const seenEvidence = { ...seenDocuments, none: 'Ningún documento' } as const
export const decisionReasons = { ...acceptanceReasons, ...refusalReasons } as const

function oneOfKeys<const Labels extends object>(labels: Labels, message: string) {
  return z.enum(Object.keys(labels) as [keyof Labels & string, ...(keyof Labels & string)[]], message)
}

const reasonMissing = 'Elige el motivo'
const evidenceMissing = 'Elige el documento que viste'
const staffDecision = z.object({
  reason: oneOfKeys(decisionReasons, reasonMissing),
  evidence: oneOfKeys(seenEvidence, evidenceMissing),
})
export type StaffDecision = z.output<typeof staffDecision>

const request = z.object({
  id: id(),
  family_id: id(),
  request_status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  request_creation_date: moment(),
  applicant_patient: named,
  family_patient: named,
  type_relationship: relationship,
  /** Whether a member of staff accepted it for the invited person and another one has not confirmed that yet. */
  acceptance_waits: z.boolean(),
  decision: z.nullable(staffDecision),
})
export type FamilyRequest = z.output<typeof request>

const optionalText = (length: number) => z.optional(z.nullable(z.string().check(atMost(length))))

const relationshipId = () => id('Selecciona Tipo de relación')

// Names, the e-mail of a registered person and `user` are accepted and never used: e-mails use the data of the
// database.
const additionFields = {
  family_document_type: documentTypeId(),
  family_document_number: documentFields.document_number,
  family_document_country: passportCountry(),
  type_relationship_id: relationshipId(),
  /** Whether the person gets an e-mail: an invitation to decide, or to open an account. */
  notify_mail: z._default(z.boolean(), true),
  first_name: optionalText(200),
  last_name: optionalText(200),
  second_name: optionalText(200),
  email: optionalText(254),
  user: optionalText(400),
  legal_text_id: z.optional(z.nullable(id('Acepta el texto legal'))),
}
const document = () => checkNamedDocument('family_document_type', 'family_document_number')

const familyAddition = z.object(additionFields).check(document())
export type FamilyAddition = z.output<typeof familyAddition>

const staffAddition = z.object({ patient_id: id(badUserId), ...additionFields }).check(document())

/** The same request in the spelling of the staff wizard. */
const staffAdditionCamel = z
  .object({
    patient_leader_id: id(badUserId),
    documentTypeId: documentTypeId(),
    documentNumber: documentFields.document_number,
    documentCountry: passportCountry(),
    relationshipTypeId: relationshipId(),
    emilNotify: z._default(z.boolean(), true),
    firstName: optionalText(200),
    lastName: optionalText(200),
    secondName: optionalText(200),
    email: optionalText(254),
    legal_text_id: z.optional(z.nullable(id('Acepta el texto legal'))),
  })
  .check(checkNamedDocument('documentTypeId', 'documentNumber'))

const eitherStaffAddition = z.union([staffAddition, staffAdditionCamel])
export type StaffAddition = z.output<typeof eitherStaffAddition>

// The three ids must belong to the same request.
const decisionParams = z.object({ request_id: idParam(), applicant_id: idParam(), family_id: idParam() })
const decided = z.object({ landing: z.string() })
const requestsReply = z.object({ requests: z.array(request) })

/** `joined`: a parent added a child without an account, which needs no acceptance. */
const asked = z.object({ request_id: id(), joined: z.boolean() })

export const familyRequestEndpoints = endpoints({ access: 'patient' })({
  search: {
    route: 'GET /patients/searches/{document_type_id}/{document_number}',
    access: 'signedIn',
    permission: 'users.read',
    adultsOnly: true,
    summary:
      'Returns whether an identity document has an account, or belongs to a child without one whose parent the caller is, and its holder; patients get the e-mail masked',
    params: z
      .object({
        document_type_id: z.pipe(countParam(1, 2, 'Selecciona Tipo de documento'), documentTypeId()),
        document_number: documentFields.document_number,
      })
      .check(checkDocument()),
    query: z.object({ document_country: passportCountry() }),
    reply: z.object({
      registered: z.boolean(),
      patient: z.nullable(
        z.object({
          ...named.shape,
          email: z.nullable(z.string()),
          is_a_minor: z.boolean(),
          /** False for a child of whom the clinic has only a record. Patients find only their own. */
          has_account: z.boolean(),
        }),
      ),
    }),
  },
  sent: {
    route: `GET ${familyGroupPath}/requests/sent`,
    summary: 'Lists the group requests that the caller sent',
    reply: requestsReply,
  },
  received: {
    route: `GET ${familyGroupPath}/requests/received`,
    summary: 'Lists the group requests that the caller received',
    reply: requestsReply,
  },
  add: {
    route: `POST ${familyGroupPath}`,
    adultsOnly: true,
    summary:
      'Requests that a person joins the caller’s group; a person without an account is invited to open one, and the caller’s child without one joins at once',
    body: familyAddition,
    reply: asked,
  },
  accept: {
    route: `GET ${familyGroupPath}/modals/accepteds/{request_id}/{applicant_id}/{family_id}`,
    changesState: true,
    summary: 'Accepts a group request as the invited person',
    params: decisionParams,
    reply: decided,
  },
  reject: {
    route: `GET ${familyGroupPath}/modals/rejecteds/{request_id}/{applicant_id}/{family_id}`,
    changesState: true,
    summary: 'Rejects a group request as the invited person',
    params: decisionParams,
    reply: decided,
  },

  resend: {
    route: `POST ${familyGroupPath}/requests/{request_id}/invitation`,
    summary:
      'Sends the invitation of a pending request to the invited person again, once a day; its earlier link ends',
    params: z.object({ request_id: idParam() }),
  },
  staffSent: {
    route: `GET ${familyGroupPath}/admin/patient-requests/sent`,
    access: 'staff',
    permission: 'users.read',
    opens: 'patient_id',
    summary: 'Lists the group requests that a patient sent',
    query: ofPatient,
    reply: requestsReply,
  },
  staffReceived: {
    route: `GET ${familyGroupPath}/admin/patient-requests/received`,
    access: 'staff',
    permission: 'users.read',
    opens: 'patient_id',
    summary: 'Lists the group requests that a patient received',
    query: ofPatient,
    reply: requestsReply,
  },
  staffAdd: {
    route: `POST ${familyGroupPath}/admin/patient-family-group`,
    access: 'staff',
    permission: 'users.edit',
    summary: 'Requests that a person joins a patient’s group; accepts both spellings of the body',
    body: eitherStaffAddition,
    reply: asked,
  },
  staffAccept: {
    route: `GET ${familyGroupPath}/admin/patient-requests/accept/{request_id}/{applicant_id}/{family_id}`,
    access: 'staff',
    permission: 'users.edit',
    opens: 'applicant_id',
    changesState: true,
    summary:
      'Requests that another member of staff confirms the acceptance of a group request on behalf of the invited person',
    params: decisionParams,
    query: z.object({
      reason: oneOfKeys(acceptanceReasons, reasonMissing),
      evidence: oneOfKeys(seenDocuments, evidenceMissing),
    }),
  },
  staffReject: {
    route: `GET ${familyGroupPath}/admin/patient-requests/reject/{request_id}/{applicant_id}/{family_id}`,
    access: 'staff',
    permission: 'users.edit',
    opens: 'applicant_id',
    changesState: true,
    summary: 'Rejects a group request on behalf of the invited person, as staff',
    params: decisionParams,
    query: z.object({
      reason: oneOfKeys(refusalReasons, reasonMissing),
      evidence: oneOfKeys(seenEvidence, evidenceMissing),
    }),
  },
})
