import { requestOf } from '@mi-portal/contract/client'
import { imageEndpoints, type StudyFormat } from '@mi-portal/contract/images'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { recordKey } from '../people/people.queries.ts'
import type { Slide, Window } from './images.rules.ts'

/** The key of the images is valid for five minutes. It is renewed before, when the user next looks at an image. */
export const keyLifetimeMs = 240_000

/** Loads the list of an exam's images with a key that opens them. A new key is asked for only when one is needed. */
export function imagesQuery(patientId: number, examId: number) {
  return queryOptions({
    queryKey: [...recordKey(patientId), 'images', examId],
    queryFn: ({ signal }) =>
      call(
        imageEndpoints.list,
        { params: { patientId, attention_id: examId } },
        { signal, fallback: 'Error server al obtener imágenes' },
      ),
    gcTime: 0,
    staleTime: keyLifetimeMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Returns the address of an image. `size` is the square in pixels into which the image fits; null for its own size. */
export function frameAddress(key: string, slide: Slide, size: number | null, window: Window | null): string {
  const { study, series, instance, frame } = slide
  return requestOf(imageEndpoints.frame, {
    params: { key, study, series, instance, frame: String(frame) },
    query: {
      ...(size === null ? {} : { size: String(size) }),
      ...(window === null ? {} : { center: String(window.center), width: String(window.width) }),
    },
  }).url
}

/** Returns the address of the original file of an image. */
export function originalAddress(key: string, { study, series, instance }: Slide): string {
  return requestOf(imageEndpoints.original, { params: { key, study, series, instance } }).url
}

/** Reserves the download of a study. The address that it returns starts it once, within a minute. */
export function prepareDownload(key: string, study: string, format: StudyFormat) {
  return call(
    imageEndpoints.prepareDownload,
    { params: { key }, body: { study, format } },
    { fallback: 'No pudimos iniciar la descarga' },
  )
}
