import { ApiError } from '@mi-portal/contract/api-error'
import type { Received } from '@mi-portal/contract/endpoint'
import { imageEndpoints } from '@mi-portal/contract/images'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Origin } from '../../platform/http/actor.ts'
import { dispositionOf, uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { DownloadsService } from './downloads/downloads.service.ts'
import type { ImagesService } from './images.service.ts'
import type { SharedImagesService } from './shared-images.service.ts'

const wrongWindow = 'Ajuste de imagen inválido'

/** Returns the window of a query. Its two numbers are given together or not at all. */
function readWindow({
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

type FrameRequest = {
  readonly params: Received<typeof imageEndpoints.frame>['params']
  readonly query: Received<typeof imageEndpoints.frame>['query']
  readonly origin: Origin
  readonly reply: FastifyReply
}

/** Returns a handler that sends a frame which `read` finds for a key. */
function sendingFrame(read: ImagesService['frame']) {
  return async ({ params, query, origin, reply }: FrameRequest) => {
    const { key, frame, ...address } = params
    const signal = closingSignalOf(reply)
    const how = { frame, window: readWindow(query), size: query.size ?? null, signal }
    const { mediaType, content } = await read(key, address, how, origin)
    return reply.headers(uploadHeaders).type(mediaType).send(content)
  }
}

export function mountImagesRoutes(
  app: FastifyInstance,
  images: ImagesService,
  shared: SharedImagesService,
  downloads: DownloadsService,
) {
  mount(app, imageEndpoints, {
    list: ({ actor, patient, params }) => images.list(actor, patient, params.attention_id),
    frame: sendingFrame(images.frame),
    sharedList: ({ body, origin }) => shared.list(body.key, origin),
    sharedFrame: sendingFrame(shared.frame),
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
