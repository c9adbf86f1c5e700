import { CallError } from '@mi-portal/contract/calls/call-error'
import { buildRequest } from '@mi-portal/contract/calls/client'
import { imageEndpoints, type StudyFormat } from '@mi-portal/contract/images'
import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, callWithoutSession } from '../../lib/call.ts'
import { now } from '../../lib/clock.ts'
import { recordKey } from '../people/people.queries.ts'
import type { Slide, Window } from './images.rules.ts'

/** The key of the images is valid for five minutes. It is renewed before, when the user next looks at an image. */
const keyLifetimeMs = 240_000

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

/**
 * Loads the list of a shared exam's images with the key of an opening. Sends no session: the key authorizes the recipient. It is loaded again
 * when the recipient looks at images after the key of the images has expired.
 */
export function sharedImagesQuery(openingKey: string) {
  return queryOptions({
    queryKey: ['shared-images', openingKey],
    queryFn: ({ signal }) =>
      callWithoutSession(
        imageEndpoints.sharedList,
        { body: { key: openingKey } },
        { signal, fallback: 'Error server al obtener imágenes' },
      ),
    gcTime: 0,
    staleTime: keyLifetimeMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
}

/** Returns a function that resolves with a key of images that is valid now. */
export function useFreshKey({ data, dataUpdatedAt, refetch }: UseQueryResult<{ readonly key: string }>) {
  return useCallback(async () => {
    if (data && now().getTime() - dataUpdatedAt < keyLifetimeMs) return data.key
    const renewed = await refetch({ cancelRefetch: false, throwOnError: true })
    if (renewed.data === undefined) throw CallError.fromWire(0, undefined)
    return renewed.data.key
  }, [data, dataUpdatedAt, refetch])
}

/** The addresses of the images that one kind of reader may load. */
export interface ImageAddresses {
  /** Returns the address of an image. `size` is the square in pixels into which the image fits; null for its own size. */
  frame(key: string, slide: Slide, size: number | null, window: Window | null): string
  /** Returns the address of the original file of an image; null if this reader gets no original files. */
  original: ((key: string, slide: Slide) => string) | null
}

function frameAddressesOf(endpoint: typeof imageEndpoints.frame | typeof imageEndpoints.sharedFrame) {
  return (key: string, slide: Slide, size: number | null, window: Window | null): string => {
    const { study, series, instance, frame } = slide
    return buildRequest(endpoint, {
      params: { key, study, series, instance, frame: String(frame) },
      query: {
        ...(size === null ? {} : { size: String(size) }),
        ...(window === null ? {} : { center: String(window.center), width: String(window.width) }),
      },
    }).url
  }
}

/** The addresses for a patient, and for a person who may see the patient's exams. */
export const recordAddresses: ImageAddresses = {
  frame: frameAddressesOf(imageEndpoints.frame),
  original: (key, { study, series, instance }) =>
    buildRequest(imageEndpoints.original, { params: { key, study, series, instance } }).url,
}

/** The addresses for the recipient of a shared exam. */
export const sharedAddresses: ImageAddresses = {
  frame: frameAddressesOf(imageEndpoints.sharedFrame),
  original: null,
}

/** Reserves the download of a study. The address that it returns starts it once, within a minute. */
export function prepareDownload(key: string, study: string, format: StudyFormat) {
  return call(
    imageEndpoints.prepareDownload,
    { params: { key }, body: { study, format } },
    { fallback: 'No pudimos iniciar la descarga' },
  )
}
