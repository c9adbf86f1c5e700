import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { orderBy, pageQuery, pageReply } from '../calls/paging.ts'
import { atMost } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { partNames } from './clinic-package.ts'
import { mailPassagesForm } from './mail-wording.ts'
import { clinic } from './parts/clinic.ts'
import { site } from './parts/sites.ts'

export const newClinic = z.object({
  brand: clinic.shape.brand,
  product: clinic.shape.product,
  email: clinic.shape.support.shape.email,
  phone: clinic.shape.support.shape.phone,
  site: site.shape.name,
  address: site.shape.address,
  /** The code of the commune of the site (Código Único Territorial). */
  commune: site.shape.commune_id,
  results_from: clinic.shape.results_from.shape.laboratory,
})
export type NewClinic = z.output<typeof newClinic>

/** The columns by which the published versions of a part are sorted. */
export const versionColumns = ['published_at'] as const

const [firstPart = 'clinic', ...otherParts] = partNames
const partName = z.enum([firstPart, ...otherParts], 'Parte inválida')
const partParams = z.object({ part: partName })

/** The largest file of a part or of a package that is uploaded, in bytes before its Base64 encoding. */
export const uploadLimits = { part: 2_000_000, package: 4_000_000, image: 1_000_000 } as const

export const describeUploadLimit = (bytes: number) => `Selecciona un archivo de hasta ${bytes / 1_000_000} MB`

function encodedFile(bytes: number) {
  const message = describeUploadLimit(bytes)
  return z
    .string(message)
    .check(
      z.minLength(1, message),
      atMost(Math.ceil(bytes / 3) * 4, message),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, message),
    )
}

const packageProblem = z.object({
  file: z.string(),
  line: z.int(),
  field: z.string(),
  message: z.string(),
  remedy: z.string(),
})
export type PackageProblem = z.output<typeof packageProblem>

const authored = z.object({
  /** Full name of the author; null for a command or for the package that came with the portal. */
  author: z.nullable(z.string()),
  at: moment(),
})

const partSummary = z.object({
  part: partName,
  /** Rows of a list, files of a folder; null for a part that is one object. */
  rows: z.nullable(z.int()),
  published: z.nullable(authored),
  draft: z.nullable(authored),
})
export type PartSummary = z.output<typeof partSummary>

/** The differences between the published part and its draft, each as the keys of the rows. */
const partChange = z.object({
  part: partName,
  added: z.readonly(z.array(z.string())),
  changed: z.readonly(z.array(z.string())),
  retired: z.readonly(z.array(z.string())),
})
export type PartChange = z.output<typeof partChange>

const version = z.object({
  id: id(),
  published_at: moment(),
  author: z.nullable(z.string()),
  note: z.nullable(z.string()),
  is_current: z.boolean(),
})
export type PartVersion = z.output<typeof version>

/** The state of a part on which an edit is based. An edit based on another state is rejected. */
const basedOn = z.nullable(id())

const draftReply = z.object({
  errors: z.readonly(z.array(packageProblem)),
})

const draftContent = z.object({
  content: z.unknown(),
  based_on: basedOn,
})

const wordedMail = z.object({
  /** The name of the mail in the clinic package, such as `booking.booked`. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
})

export const clinicAdministrationEndpoints = endpoints({ access: 'staff', permission: 'clinic.edit' })({
  parts: {
    route: 'GET /admin/clinic',
    summary: 'Lists the parts of the clinic package with their last publication and their draft',
    reply: z.object({ parts: z.readonly(z.array(partSummary)) }),
  },
  part: {
    route: 'GET /admin/clinic/parts/{part}',
    summary: 'Returns a part of the clinic package: its draft, or what is published',
    params: partParams,
    reply: z.object({
      content: z.unknown(),
      based_on: basedOn,
      is_draft: z.boolean(),
    }),
  },
  saveDraft: {
    route: 'PUT /admin/clinic/parts/{part}/draft',
    summary: 'Stores a change of a part as its draft; nothing that patients see changes',
    params: partParams,
    largeBody: true,
    body: draftContent,
    reply: draftReply,
  },
  discardDraft: {
    route: 'DELETE /admin/clinic/parts/{part}/draft',
    summary: 'Discards the draft of a part',
    params: partParams,
  },
  changes: {
    route: 'GET /admin/clinic/changes',
    summary: 'Compares the drafts with what is published, and lists what prevents their publication',
    reply: z.object({
      changes: z.readonly(z.array(partChange)),
      errors: z.readonly(z.array(packageProblem)),
    }),
  },
  publish: {
    route: 'POST /admin/clinic/publish',
    summary: 'Publishes all drafts at once; with an error none is published',
    body: z.object({
      note: z.nullable(
        z.string('Escribe una nota').check(z.trim(), atMost(300, 'La nota puede tener hasta 300 caracteres')),
      ),
    }),
    reply: z.object({
      published: z.readonly(z.array(partName)),
      errors: z.readonly(z.array(packageProblem)),
    }),
  },
  versions: {
    route: 'GET /admin/clinic/parts/{part}/versions',
    summary: 'Lists the published versions of a part, newest first',
    params: partParams,
    query: z.safeExtend(pageQuery(10), orderBy(versionColumns)),
    reply: z.object({ versions: z.readonly(z.array(version)), ...pageReply }),
  },
  restore: {
    route: 'POST /admin/clinic/parts/{part}/versions/{version}/restore',
    summary: 'Stores an earlier version of a part as its draft',
    params: z.object({ part: partName, version: idParam() }),
  },
  file: {
    route: 'GET /admin/clinic/parts/{part}/file',
    stepUp: true,
    summary: 'Returns a part as its file: CSV or YAML; parts with several files as a ZIP archive',
    params: partParams,
    raw: true,
  },
  uploadFile: {
    route: 'POST /admin/clinic/parts/{part}/file',
    summary: 'Stores the content of a file as the draft of a part',
    params: partParams,
    largeBody: true,
    body: z.object({ content: encodedFile(uploadLimits.part), based_on: basedOn }),
    reply: draftReply,
  },
  addImage: {
    route: 'POST /admin/clinic/images',
    summary: 'Adds an image to the draft of the images, or replaces the image of that name',
    largeBody: true,
    body: z.object({
      name: z
        .string('Escribe el nombre del archivo')
        .check(
          atMost(90, 'El nombre puede tener hasta 90 caracteres'),
          z.regex(
            /^[a-z0-9][a-z0-9-]{0,80}\.(png|jpg|jpeg|webp|svg)$/,
            'Usa minúsculas, números y «-», terminado en .svg, .png, .jpg o .webp',
          ),
        ),
      content: encodedFile(uploadLimits.image),
    }),
    reply: draftReply,
  },
  package: {
    route: 'GET /admin/clinic/package',
    stepUp: true,
    summary: 'Returns the published clinic package as a ZIP archive',
    raw: true,
  },
  uploadPackage: {
    route: 'POST /admin/clinic/package',
    summary: 'Stores the parts of a clinic package in a ZIP archive as drafts',
    largeBody: true,
    body: z.object({ content: encodedFile(uploadLimits.package) }),
    reply: draftReply,
  },
  newPackage: {
    route: 'POST /admin/clinic/new',
    summary: 'Stores a new clinic package with one site as drafts, from a few answers',
    body: newClinic,
  },
  previewPreparation: {
    route: 'POST /admin/clinic/previews/preparation',
    summary: 'Returns the text of a preparation sheet as patients see it, as sanitised HTML',
    body: z.object({
      title: z.string('Escribe un texto').check(atMost(120, 'Escribe un texto de hasta 120 caracteres')),
      body: z.string('Escribe un texto').check(atMost(20_000, 'Escribe un texto de hasta 20000 caracteres')),
    }),
    reply: z.object({ html: z.string() }),
  },
  mails: {
    route: 'GET /admin/clinic/mails',
    summary: 'Lists the mails whose wording a clinic can change',
    reply: z.object({ mails: z.readonly(z.array(wordedMail)) }),
  },
  previewMail: {
    route: 'POST /admin/clinic/previews/mails/{mail}',
    summary:
      'Returns a mail with a wording, the drafts of the clinic package and synthetic data, as patients get it',
    params: z.object({ mail: z.string('Correo inválido').check(atMost(80, 'Correo inválido')) }),
    body: mailPassagesForm,
    reply: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  },
})
