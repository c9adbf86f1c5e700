/**
 * The images of an exam: which ones the clinic's image archive has, and each of them rendered or as the original file. The recipient of a shared
 * exam sees the rendered images.
 */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { exam } from './exams.ts'
import { atMost } from './text.ts'
import { countParam, idParam } from './values/ids.ts'

/** The widest image in pixels that the portal asks for, and the smallest one. */
const imageSizes = { most: 2048, least: 32 } as const

/** The largest centre, in either direction, and the largest width of a window of stored values. */
const windowLimits = { center: 32_768, width: 65_536 } as const

/** The largest number of frames of an instance that the portal shows. */
export const mostFrames = 100_000

const wrongImage = 'Imagen inválida'
const wrongWindow = 'Ajuste de imagen inválido'

/** How a study is downloaded: its original files as a DICOM medium, or its images as JPEG. */
const studyFormats = ['dicom', 'jpeg'] as const
export type StudyFormat = (typeof studyFormats)[number]

/** DICOM's unique identifier: numbers separated by points. */
const uid = () =>
  z.string(wrongImage).check(atMost(64, wrongImage), z.regex(/^[0-9]+(\.[0-9]+)*$/, wrongImage))

/** A whole number in an address that may be negative. */
function signedParam(limit: number, message: string) {
  return z
    .pipe(
      z.string(message).check(atMost(8, message), z.regex(/^(0|-?[1-9]\d{0,6})$/, message)),
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

/** Why no download of a study starts. */
export const noDownloadReasons = {
  running: 'Ya tienes una descarga de imágenes en curso. Espera a que termine antes de empezar otra',
  busy: 'En este momento hay muchas descargas de imágenes. Vuelve a intentar en unos minutos',
  tooManyImages:
    'Este estudio tiene demasiadas imágenes para descargarlo como JPEG. Descarga el estudio completo',
} as const

const images = z.object({
  exam: z.object(exam.shape),
  /** False if the archive has more images of the exam than the ones below. */
  is_complete: z.boolean(),
  /** Opens the images below; valid for five minutes and within the session. */
  key: z.string(),
  studies: z.array(study),
})
export type ExamImages = z.output<typeof images>

/** The images of a shared exam. */
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

/** How a frame is rendered. */
const rendering = z.object({
  /** The image fits into a square of this many pixels. Absent: the image has its own size. */
  size: z.optional(countParam(imageSizes.least, imageSizes.most, wrongImage)),
  /** Centre and width of the range of stored values that is shown, both or none. Absent: as the image suggests. */
  center: z.optional(signedParam(windowLimits.center, wrongWindow)),
  width: z.optional(countParam(1, windowLimits.width, wrongWindow)),
})

export const imageEndpoints = {
  list: {
    method: 'GET',
    path: '/images/{patientId}/{attention_id}',
    access: 'patient',
    summary: 'Lists the images of an exam, and returns a key that opens them',
    params: z.object({ patientId: idParam(), attention_id: idParam() }),
    patient: { of: 'param', name: 'patientId', matter: 'exams' },
    action: 'images.list',
    reply: images,
  },
  frame: {
    method: 'GET',
    path: '/images/frames/{key}/{study}/{series}/{instance}/{frame}',
    access: 'key',
    summary: 'Returns one image of an exam as JPEG or PNG',
    params: frameParams,
    query: rendering,
    raw: true,
    reply: z.unknown(),
  },
  original: {
    method: 'GET',
    path: '/images/originals/{key}/{study}/{series}/{instance}',
    access: 'key',
    summary: 'Returns the original DICOM file of an image',
    params: z.object(address),
    raw: true,
    reply: z.unknown(),
  },
  prepareDownload: {
    method: 'POST',
    path: '/images/downloads/{key}',
    access: 'key',
    summary: 'Reserves the download of a study, and returns an address that starts it once',
    params: z.object({ key: address.key }),
    body: z.object({ study: uid(), format: z.enum(studyFormats, 'Formato inválido') }),
    reply: z.object({
      /** Valid for one minute and one download. */
      url: z.string(),
    }),
  },
  download: {
    method: 'GET',
    path: '/images/downloads/{key}',
    access: 'key',
    summary: 'Returns a study as a zip file: a DICOM medium, or its images as JPEG',
    params: z.object({ key: address.key }),
    raw: true,
    reply: z.unknown(),
  },
  sharedList: {
    method: 'POST',
    path: '/images/shared',
    access: 'key',
    summary:
      'Lists the images of a shared exam for the key of its opening, and returns a key that opens them',
    mayBeOver: true,
    // In the body, because addresses are logged on their way and this key is valid for an hour.
    body: z.object({ key: key() }),
    reply: sharedImages,
  },
  sharedFrame: {
    method: 'GET',
    path: '/images/shared/{key}/{study}/{series}/{instance}/{frame}',
    access: 'key',
    summary: 'Returns one image of a shared exam as JPEG or PNG',
    mayBeOver: true,
    params: frameParams,
    query: rendering,
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
