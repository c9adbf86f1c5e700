import { ApiError } from '@mi-portal/contract/api-error'
import { imageEndpoints } from '@mi-portal/contract/images'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { dispositionOf, uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { DownloadsService } from './downloads/downloads.service.ts'
import type { ImagesService } from './images.service.ts'

const wrongWindow = 'Ajuste de imagen inválido'

/** Returns the window of a query. Its two numbers are given together or not at all. */
function windowOf({
  center,
  width,
}: {
  readonly center?: number | undefined
  readonly width?: number | undefined
}) {
  if (center === undefined && width === undefined) return null
  if (center === undefined || width === undefined)
    throw new ApiError('invalid', {
      fieldErrors: [{ msg: wrongWindow, param: center === undefined ? 'center' : 'width' }],
    })
  return { center, width }
}

/** Returns a signal that is aborted once the connection of the response is closed, because the browser no longer wants the image. */
function closingSignalOf({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController()
  raw.once('close', () => closing.abort())
  if (raw.destroyed) closing.abort()
  return closing.signal
}

export function mountImagesRoutes(app: FastifyInstance, images: ImagesService, downloads: DownloadsService) {
  mount(app, imageEndpoints, {
    list: ({ actor, patient, params }) => images.list(actor, patient, params.attention_id),
    frame: async ({ params, query, origin, reply }) => {
      const { key, frame, ...address } = params
      const signal = closingSignalOf(reply)
      const how = { frame, window: windowOf(query), size: query.size ?? null, signal }
      const { mediaType, content } = await images.frame(key, address, how, origin)
      return reply.headers(uploadHeaders).type(mediaType).send(content)
    },
    original: async ({ params, origin, reply }) => {
      const { key, ...address } = params
      const { mediaType, content } = await images.original(key, address, origin, closingSignalOf(reply))
      return reply
        .headers(uploadHeaders)
        .header('content-disposition', dispositionOf('attachment', `imagen-${address.instance}.dcm`))
        .type(mediaType)
        .send(content)
    },
    prepareDownload: ({ params, body, origin }) => downloads.prepare(params.key, body, origin),
    download: async ({ params, origin, reply }) => {
      const { name, content } = await downloads.open(params.key, origin, closingSignalOf(reply))
      return reply
        .headers(uploadHeaders)
        .header('content-disposition', dispositionOf('attachment', name))
        .type('application/zip')
        .send(content)
    },
  })
}
