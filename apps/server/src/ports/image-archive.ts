/** Radiological images: of the clinic's PACS, which only the server asks, or those that the portal stores itself. */

import type { Readable } from 'node:stream'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'

/** One image, or several in the order of their recording (frames), such as a film of an ultrasound. */
export type ImageInstance = {
  readonly instance: string
  readonly frames: number
  readonly side: number | null
  /** The window of its file, for archives that do not apply it by themselves; absent if there is none or it is not known. */
  readonly window?: ImageWindow
}

/** The range of stored values that is shown, from black to white, and how greys are spread in it; linear if absent. */
export type ImageWindow = {
  readonly center: number
  readonly width: number
  readonly shape?: 'linear-exact' | 'sigmoid'
}

export type ImageSeries = {
  readonly series: string
  readonly number: number | null
  readonly description: string | null
  /** DICOM's code of the device: `CT`, `US`, `DX` … */
  readonly modality: string | null
  /** In the order in which they are looked through. */
  readonly instances: readonly ImageInstance[]
}

export type ImageStudy = {
  readonly study: string
  /** The day on which the images were taken, `20261120`; null if the archive does not know it. */
  readonly day: string | null
  readonly description: string | null
  readonly series: readonly ImageSeries[]
}

export type SoughtStudies = {
  readonly patientId: number
  readonly accessionNumber: string
  readonly documentTypeId: DocumentTypeId
  readonly documentNumber: string
}

/** `isComplete` is false if the archive has more than it listed, or more than the portal lists. */
export type FoundStudies = { readonly studies: readonly ImageStudy[]; readonly isComplete: boolean }

export type InstanceAddress = { readonly study: string; readonly series: string; readonly instance: string }

export type Rendering = {
  readonly frame: number
  /** Null: as the archive suggests. */
  readonly window: ImageWindow | null
  /** The width and height in pixels into which the image fits; null: its own size. */
  readonly size: number | null
}

/** An image whose bytes are passed on while they arrive. The caller reads `content` to its end or destroys it. */
export type ImageStream = { readonly mediaType: string; readonly content: Readable }

type UnshowableImage = { readonly unshowable: 'unsupported' | 'damaged' | 'refused' }

/** Each call throws if the archive does not answer. An image is no longer read once its signal is aborted. */
export type ImageArchive = {
  /** Returns the accession numbers with images. An external archive is not asked for lists: it returns all, some without images. */
  readonly withImages: (of: {
    readonly patientId: number
    readonly accessionNumbers: readonly string[]
  }) => Promise<ReadonlySet<string>>
  readonly studies: (of: SoughtStudies) => Promise<FoundStudies>
  readonly rendered: (
    of: InstanceAddress,
    how: Rendering,
    signal?: AbortSignal,
  ) => Promise<ImageStream | UnshowableImage | null>
  /** Returns a DICOM file, or null. Files of a `study` that is read as a whole do not wait for single downloads. */
  readonly original: (
    of: InstanceAddress,
    signal?: AbortSignal,
    purpose?: 'file' | 'study',
  ) => Promise<ImageStream | null>
}

export type ImagingExam = {
  readonly id: number
  readonly patient_id: number
  readonly type: string
  readonly accession_number: string | null
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
}

export type ImageFile = { readonly bytes: number; readonly open: () => AsyncIterable<Uint8Array> }

export type CheckedImage = InstanceAddress & {
  readonly open: ImageFile['open']
  readonly day: string | null
  readonly studyDescription: string | null
  readonly seriesNumber: number | null
  readonly seriesDescription: string | null
  readonly modality: string | null
  readonly number: number | null
  readonly frames: number
  readonly side: number
}

/** A series that patients cannot see. `reason` is what an operator needs to know. */
export type UnshowableSeries = { readonly series: string; readonly images: number; readonly reason: string }

/** Images cannot be stored. The message says why, in words that can follow the name of a file. */
export class RejectedImagesError extends Error {}

export type ImageImport = {
  readonly findExam: (id: number) => Promise<ImagingExam | null>
  /**
   * Reads a file to its end. Returns null if it has no images, such as a report.
   *
   * @throws {RejectedImagesError} if it is damaged, too large, or does not belong to the exam
   */
  readonly check: (exam: ImagingExam, file: ImageFile) => Promise<CheckedImage | null>
  /**
   * Stores images that were checked for an exam: all or none. Images that are stored already stay as they are. Returns how many were new.
   *
   * @throws {RejectedImagesError} if an image, its series or its study is stored already in another way
   */
  readonly store: (exam: ImagingExam, images: readonly CheckedImage[]) => Promise<number>
  readonly findUnshowable: (images: readonly CheckedImage[]) => Promise<readonly UnshowableSeries[]>
  readonly remove: (exam: ImagingExam) => Promise<number>
}
