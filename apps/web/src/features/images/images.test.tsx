import { ApiError } from '@mi-portal/contract/calls/api-error'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import {
  type ExamImages,
  type ImageSeries,
  imageEndpoints,
  mostFrames,
  noDownloadReasons,
} from '@mi-portal/contract/images'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildExam } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import * as clock from '../../lib/clock.ts'
import { listSeries } from './images.rules.ts'

const page = '/dashboard/mis-examenes/imagenes/31'

/** The addresses of the images that were loaded, without the ones of the thumbnails. */
let loaded: string[] = []
/** Whether an image cannot be loaded, or is loaded only when a test says so. */
let isBroken = (_address: string) => false
let isSlow = false
interface WaitingLoad {
  image: HTMLImageElement
  finish(): void
}
/** The loads of slow images that are not finished, by their addresses. */
const waiting = new Map<string, WaitingLoad>()

// The test browser loads no images.
beforeEach(() => {
  loaded = []
  isBroken = () => false
  isSlow = false
  waiting.clear()
  const report = {
    url_file: '/visor/llave',
    viewer: 'frame',
    attention_id: 31,
    patient_id: 7,
    type_patient: '',
  } as const
  mockEndpoint(examEndpoints.view, report)
  HTMLImageElement.prototype.decode = function decode() {
    loaded.push(this.src)
    if (isBroken(this.src)) return Promise.reject(new Error('broken'))
    if (!isSlow) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(this.src, { image: this, finish: resolve })
    return promise
  }
})
afterEach(() => {
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode')
})

function buildSeries(overrides: Partial<ImageSeries> = {}, count = 5): ImageSeries {
  return {
    series: '1.2.3',
    number: 1,
    description: 'Tórax',
    modality: 'CT',
    instances: Array.from({ length: count }, (_, index) => ({
      instance: `1.2.3.${index + 1}`,
      frames: 1,
      side: null,
    })),
    ...overrides,
  }
}

function buildImages(series: ImageSeries[]): ExamImages {
  return {
    exam: buildExam({ type_exam: 'Tomografía de tórax' }),
    is_complete: true,
    key: 'llave',
    studies: [{ study: '1.2', date: '20/11/2026', description: 'Tórax', series }],
  }
}

async function openWith(...series: ImageSeries[]) {
  mockEndpoint(imageEndpoints.list, buildImages(series))
  const portal = await renderPage(page, { as: 'patient' })
  await screen.findByRole('img', { name: /Imagen/ })
  return portal
}

type User = Awaited<ReturnType<typeof openWith>>['user']

async function chooseInMenu(user: User, name: string) {
  await user.click(screen.getByRole('button', { name: 'Más herramientas' }))
  await user.click(screen.getByRole('menuitem', { name }))
}

/** Runs what follows from the loads that have ended. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

const shown = () => screen.getByRole('img', { name: /Imagen \d+ de \d+/ })
const next = () => screen.getByRole('button', { name: 'Imagen siguiente' })
const slideTo = (number: number) =>
  fireEvent.change(screen.getByRole('slider', { name: 'Imagen' }), { target: { value: String(number) } })

test('full detail is loaded only on request, and only for the image that is shown', async () => {
  const { user } = await openWith(buildSeries())
  const detailed = () => loaded.filter((address) => !address.includes('size='))
  expect(detailed()).toEqual([])
  await chooseInMenu(user, 'Imagen completa')
  await waitFor(() => expect(loaded.at(-1)).not.toContain('size='))
  await settle()
  expect(detailed()).toHaveLength(1)
})

/** Returns the load in progress of the image with this number of a series. */
async function waitingLoad(number: number): Promise<WaitingLoad> {
  const find = () => [...waiting].find(([address]) => address.includes(`/1.2.3.${number}/`))?.[1]
  await waitFor(() => expect(find()).toBeDefined())
  return find() as WaitingLoad
}

test('images that arrive late are shown while the user scrolls on, and a later one is never replaced by an earlier one', async () => {
  isSlow = true
  const { user } = await openWith(buildSeries({}, 9))
  const fifth = await waitingLoad(5)
  await user.click(next())
  await user.click(next())
  const [sixth, seventh] = [await waitingLoad(6), await waitingLoad(7)]
  expect(shown()).toHaveAccessibleName(/Imagen 7 de 9/)
  sixth.finish()
  await waitFor(() => expect(sixth.image).toBeInTheDocument())
  fifth.finish()
  await settle()
  expect(fifth.image).not.toBeInTheDocument()
  seventh.finish()
  await waitFor(() => expect(seventh.image).toBeInTheDocument())
  expect(sixth.image).not.toBeInTheDocument()
})

test('loads that the new position does not need are cancelled, and those beside it are continued', async () => {
  isSlow = true
  await openWith(buildSeries({}, 100))
  slideTo(1)
  const first = await waitingLoad(1)
  slideTo(20)
  const twentieth = await waitingLoad(20)
  slideTo(100)
  await waitingLoad(100)
  expect(first.image.getAttribute('src')).toBe('')
  expect(twentieth.image.getAttribute('src')).toBe('')
  slideTo(98)
  await waitingLoad(98)
  expect((await waitingLoad(100)).image.getAttribute('src')).not.toBe('')
})

const stage = () => screen.getByRole('application', { name: 'Imagen' })

test('the image takes the focus and has the keys explained, the arrows go the same way on the slider, and a drag scrolls', async () => {
  const { user } = await openWith(buildSeries())
  expect(stage()).toHaveAccessibleDescription(/Las flechas, Inicio y Fin cambian de imagen/)
  for (const element of [stage(), screen.getByRole('slider', { name: 'Imagen' })]) {
    element.focus()
    expect(element).toHaveFocus()
    for (const [forward, back] of [
      ['ArrowDown', 'ArrowUp'],
      ['ArrowRight', 'ArrowLeft'],
    ]) {
      await user.keyboard(`{${forward}}`)
      expect(shown()).toHaveAccessibleName(/Imagen 4 de 5/)
      await user.keyboard(`{${back}}`)
      expect(shown()).toHaveAccessibleName(/Imagen 3 de 5/)
    }
  }
  fireEvent.pointerDown(shown(), { pointerId: 1, clientX: 10, clientY: 100 })
  fireEvent.pointerMove(shown(), { pointerId: 1, clientX: 10, clientY: 84 })
  fireEvent.pointerUp(shown(), { pointerId: 1 })
  expect(shown()).toHaveAccessibleName(/Imagen 1 de 5/)
})

test('a drag does what the chosen tool is for, the menu turns the image, and «Volver al inicio» undoes all of it', async () => {
  const { user } = await openWith(buildSeries())
  const drag = (up: number) => {
    fireEvent.pointerDown(shown(), { pointerId: 1, clientX: 10, clientY: 200 })
    fireEvent.pointerMove(shown(), { pointerId: 1, clientX: 10, clientY: 200 - up })
    fireEvent.pointerUp(shown(), { pointerId: 1 })
  }
  await user.click(screen.getByRole('button', { name: 'Acercar' }))
  expect(screen.getByText('150 %')).toBeVisible()
  drag(160)
  expect(screen.getByText('300 %')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Alejar' }))
  expect(screen.getByText('200 %')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Brillo' }))
  drag(80)
  expect(screen.getByRole('slider', { name: 'Brillo' })).toHaveValue('1.4')
  fireEvent.change(screen.getByRole('slider', { name: 'Brillo' }), { target: { value: '0.5' } })
  await chooseInMenu(user, 'Girar a la derecha')
  expect(shown()).toHaveStyle({
    filter: 'brightness(0.5)',
    transform: 'translate(0px, 0px) rotate(90deg) scale(2)',
  })
  await user.click(next())
  await user.click(screen.getByRole('button', { name: 'Volver al inicio' }))
  expect(shown()).toHaveAccessibleName(/Imagen 3 de 5/)
  expect(shown()).toHaveStyle({ filter: '', transform: 'translate(0px, 0px) rotate(0deg) scale(1)' })
  expect(screen.getByRole('button', { name: 'Mover' })).toHaveAttribute('aria-pressed', 'true')
})

test('an archive that announces endless frames does not exhaust the memory of the browser', () => {
  const endless = { instance: '1.2.3.1', frames: 2_000_000_000, side: null }
  const series = [buildSeries({ instances: [endless, endless] })]
  const [listed] = listSeries([{ study: '1.2', date: null, description: null, series }])
  expect(listed?.slides).toHaveLength(mostFrames)
})

test('a download that is rejected says why and does not begin, and the next one reserves a download', async () => {
  const start = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { prepareDownload } = imageEndpoints
  mockEndpoint(prepareDownload, new ApiError('tooMany', { msg: noDownloadReasons.running }))
  const { user } = await openWith(buildSeries())
  await user.click(screen.getByRole('button', { name: 'Descargar' }))
  await user.click(screen.getByRole('button', { name: 'Descargar como JPEG' }))
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent('No pudimos iniciar la descarga')
  expect(notice).toHaveTextContent('Ya tienes una descarga de imágenes en curso')
  expect(start).not.toHaveBeenCalled()
  mockEndpoint(prepareDownload, { url: '/api/images/downloads/abc' })
  await user.click(screen.getByRole('button', { name: 'Descargar como JPEG' }))
  expect(await screen.findByText('La descarga empezó')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  const reserved = { params: { key: 'llave' }, body: { study: '1.2', format: 'jpeg' } }
  expect(requestsTo(prepareDownload)).toMatchObject([reserved])
  expect(start).toHaveBeenCalledOnce()
})

test('a damaged image says so and the others are still shown', async () => {
  isBroken = (address) => address.includes('1.2.3.3/')
  mockEndpoint(imageEndpoints.frame, new ApiError('imagesDown'))
  const { user } = await openWith(buildSeries())
  const sorry = 'No pudimos mostrar esta imagen'
  expect(await screen.findByText(sorry)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await user.click(next())
  await waitFor(() => expect(screen.queryByText(sorry)).not.toBeInTheDocument())
  isBroken = () => false
  await user.click(screen.getByRole('button', { name: 'Imagen anterior' }))
  await waitFor(() => expect(within(shown()).getByRole('presentation')).toBeInTheDocument())
})

test('an image of a kind that the portal cannot show says so in its place, with the download and no retry, and its series has no broken image', async () => {
  isBroken = (address) => address.includes('1.2.3.3/')
  mockEndpoint(imageEndpoints.frame, new ApiError('imageUnsupported'))
  await openWith(buildSeries(), buildSeries({ series: '1.2.4', number: 2 }))
  const series = screen.getByRole('button', { name: /^Serie 1: / })
  fireEvent.error(within(series).getByRole('presentation'))
  expect(within(series).getByText('Sin vista previa')).toBeVisible()
  expect(within(series).queryByRole('presentation')).not.toBeInTheDocument()
  const area = screen.getByRole('application', { name: 'Imagen' })
  const said = await within(area).findByRole('alert')
  expect(said).toHaveTextContent('El portal no puede mostrar este tipo de imagen')
  expect(within(said).getByRole('button', { name: 'Descargar archivo para el médico' })).toBeVisible()
  expect(within(said).queryByRole('button', { name: 'Reintentar' })).not.toBeInTheDocument()
})

test('a key that is about to expire is renewed before the next image', async () => {
  const { user } = await openWith(buildSeries())
  await waitFor(() => expect(loaded).toHaveLength(5))
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 250_000))
  mockEndpoint(imageEndpoints.list, { ...buildImages([buildSeries()]), key: 'nueva' })
  await user.click(screen.getByRole('button', { name: 'Huesos' }))
  await waitFor(() => expect(loaded.at(-1)).toContain('/nueva/'))
})

test('an archive that does not answer is an error with a retry', async () => {
  mockEndpoint(imageEndpoints.list, new ApiError('imagesDown'))
  const { user } = await renderPage(page, { as: 'patient' })
  expect(await screen.findByText(/El archivo de imágenes de la clínica no responde/)).toBeVisible()
  mockEndpoint(imageEndpoints.list, buildImages([buildSeries()]))
  await user.click(screen.getByRole('button', { name: /reintentar/i }))
  expect(await screen.findByRole('img', { name: /Imagen 3 de 5/ })).toBeVisible()
})
