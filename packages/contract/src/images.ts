import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { exam } from './exams/exams.ts'
import { atMost, textLike } from './fields/text.ts'
import { countParam, idParam } from './values/ids.ts'

/** The widest image in pixels that the portal asks for, and the smallest one. */
const imageSizes = { most: 2048, least: 32 } as const

/** The largest centre, in either direction, and the largest width of a window of stored values. */
const windowLimits = { center: 32_768, width: 65_536 } as const

export const mostFrames = 100_000

const wrongImage = 'Imagen inválida'
const wrongWindow = 'Ajuste de imagen inválido'

/** How a study is downloaded: its original files as a DICOM medium, or its images as JPEG. */
const studyFormats = ['dicom', 'jpeg'] as const
export type StudyFormat = (typeof studyFormats)[number]

/** DICOM's unique identifier: numbers separated by points. */
const uid = () => textLike(/^[0-9]+(\.[0-9]+)*$/, 64, wrongImage)

function signedParam(limit: number, message: string) {
  return z
    .pipe(
      textLike(/^(0|-?[1-9]\d{0,6})$/, 8, message),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number().check(z.minimum(-limit, message), z.maximum(limit, message)),
      ),
    )
    .register(z.globalRegistry, { type: 'integer', minimum: -limit, maximum: limit })
}

const instance = z.object({
  instance: z.string(),
  /** More than one for a film, such as those of an ultrasound; at most {@link mostFrames}. */
  frames: z.int(),
  /** The longer side in pixels, as it was recorded; null if the archive does not say. */
  side: z.nullable(z.int()),
})

const series = z.object({
  series: z.string(),
  number: z.nullable(z.int()),
  description: z.nullable(z.string()),
  /** DICOM's code of the device: `CT`, `US`, `DX` … */
  modality: z.nullable(z.string()),
  instances: z.array(instance),
})
export type ImageSeries = z.output<typeof series>

const study = z.object({
  study: z.string(),
  /** `20/11/2026`; null if the archive does not know it. */
  date: z.nullable(z.string()),
  description: z.nullable(z.string()),
  series: z.array(series),
})
export type ImageStudy = z.output<typeof study>

export const noDownloadReasons = {
  running: 'Ya tienes una descarga de imágenes en curso. Espera a que termine antes de empezar otra',
  busy: 'En este momento hay muchas descargas de imágenes. Vuelve a intentar en unos minutos',
  tooManyImages:
    'Este estudio tiene demasiadas imágenes para descargarlo como JPEG. Descarga el estudio completo',
} as const

const images = z.object({
  exam: z.object(exam.shape),
  is_complete: z.boolean(),
  /** Opens the images below; valid for five minutes and within the session. */
  key: z.string(),
  studies: z.array(study),
})
export type ExamImages = z.output<typeof images>

const sharedImages = z.object({
  is_complete: z.boolean(),
  /** Opens the images below; valid for five minutes and while the share lives. */
  key: z.string(),
  studies: z.array(study),
})

const key = () => z.string().check(atMost(400))

const address = {
  key: key(),
  study: uid(),
  series: uid(),
  instance: uid(),
}

const frameParams = z.object({ ...address, frame: countParam(1, mostFrames, wrongImage) })

const rendering = z.object({
  /** The image fits into a square of this many pixels. Absent: the image has its own size. */
  size: z.optional(countParam(imageSizes.least, imageSizes.most, wrongImage)),
  /** Centre and width of the range of stored values that is shown, both or none. Absent: as the image suggests. */
  center: z.optional(signedParam(windowLimits.center, wrongWindow)),
  width: z.optional(countParam(1, windowLimits.width, wrongWindow)),
})

export const imageEndpoints = endpoints({ access: 'key' })({
  list: {
    route: 'GET /images/{patientId}/{attention_id}',
    access: 'patient',
    summary: 'Lists the images of an exam, and returns a key that opens them',
    params: z.object({ patientId: idParam(), attention_id: idParam() }),
    patient: { of: 'param', name: 'patientId', matter: 'exams' },
    action: 'images.list',
    reply: images,
  },
  frame: {
    route: 'GET /images/frames/{key}/{study}/{series}/{instance}/{frame}',
    summary: 'Returns one image of an exam as JPEG or PNG',
    params: frameParams,
    query: rendering,
    raw: true,
  },
  original: {
    route: 'GET /images/originals/{key}/{study}/{series}/{instance}',
    summary: 'Returns the original DICOM file of an image',
    params: z.object(address),
    raw: true,
  },
  prepareDownload: {
    route: 'POST /images/downloads/{key}',
    summary: 'Reserves the download of a study, and returns an address that starts it once',
    params: z.object({ key: address.key }),
    body: z.object({ study: uid(), format: z.enum(studyFormats, 'Formato inválido') }),
    reply: z.object({
      /** Valid for one minute and one download. */
      url: z.string(),
    }),
  },
  download: {
    route: 'GET /images/downloads/{key}',
    summary: 'Returns a study as a zip file: a DICOM medium, or its images as JPEG',
    params: z.object({ key: address.key }),
    raw: true,
  },
  sharedList: {
    route: 'POST /images/shared',
    summary:
      'Lists the images of a shared exam for the key of its opening, and returns a key that opens them',
    mayBeOver: true,
    // In the body, because addresses are logged on their way and this key is valid for an hour.
    body: z.object({ key: key() }),
    reply: sharedImages,
  },
  sharedFrame: {
    route: 'GET /images/shared/{key}/{study}/{series}/{instance}/{frame}',
    summary: 'Returns one image of a shared exam as JPEG or PNG',
    mayBeOver: true,
    params: frameParams,
    query: rendering,
    raw: true,
  },
})
