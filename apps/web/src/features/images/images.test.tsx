import { ApiError } from '@mi-portal/contract/api-error'
import { examEndpoints } from '@mi-portal/contract/exams'
import {
  type ExamImages,
  type ImageSeries,
  imageEndpoints,
  mostFrames,
  noDownloadReasons,
} from '@mi-portal/contract/images'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildExam, buildExamsPage } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import * as clock from '../../lib/clock.ts'
import { listSeries } from './images.rules.ts'

const page = '/dashboard/mis-examenes/imagenes/31'

/** The addresses of the images that were loaded, without the ones of the thumbnails. */
let loaded: string[] = []
/** Parts of addresses whose images cannot be loaded. */
let broken: string[] = []
/** Parts of addresses whose images are loaded only when a test says so. */
let slow: string[] = []
interface WaitingLoad {
  image: HTMLImageElement
  finish(): void
  fail(): void
}
/** The loads of slow images that are not finished, by their addresses. */
let waiting = new Map<string, WaitingLoad>()
/** The width and height of every loaded image. */
let side = 0
/** The size of every element on the screen. */
let elementSize = 0

// The test browser loads no images.
beforeEach(() => {
  loaded = []
  broken = []
  slow = []
  waiting = new Map()
  side = 0
  elementSize = 0
  for (const name of ['naturalWidth', 'naturalHeight'] as const)
    vi.spyOn(HTMLImageElement.prototype, name, 'get').mockImplementation(() => side)
  for (const name of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(() => elementSize)
  HTMLImageElement.prototype.decode = function decode() {
    loaded.push(this.src)
    if (slow.some((part) => this.src.includes(part)))
      return new Promise<void>((resolve, reject) => {
        const fail = () => reject(new Error('broken'))
        waiting.set(this.src, { image: this, finish: resolve, fail })
      })
    return broken.some((part) => this.src.includes(part))
      ? Promise.reject(new Error('broken'))
      : Promise.resolve()
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

function buildImages(series: ImageSeries[], overrides: Partial<ExamImages> = {}): ExamImages {
  return {
    exam: buildExam({ type_exam: 'Tomografía de tórax' }),
    is_complete: true,
    key: 'llave',
    studies: [{ study: '1.2', date: '20/11/2026', description: 'Tórax', series }],
    ...overrides,
  }
}

async function openWith(...series: ImageSeries[]) {
  mockEndpoint(imageEndpoints.list, buildImages(series))
  const portal = await renderPage(page, { as: 'patient' })
  await screen.findByRole('img', { name: /Imagen/ })
  return portal
}

/** Runs what follows from the loads that have ended. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

const shown = () => screen.getByRole('img', { name: /Imagen \d+ de \d+/ })

describe('the images of an exam', () => {
  test('a series opens in its middle, and its image is asked for in the size of the screen', async () => {
    await openWith(buildSeries())
    expect(shown()).toHaveAccessibleName('Tomografía: Tórax. Imagen 3 de 5')
    await waitFor(() => expect(within(shown()).getByRole('presentation')).toBeInTheDocument())
    expect(loaded[0]).toBe(`${window.location.origin}/api/images/frames/llave/1.2/1.2.3/1.2.3.3/1?size=512`)
  })

  test('the images beside the shown one are loaded ahead, each once', async () => {
    await openWith(buildSeries())
    await waitFor(() => expect(loaded).toHaveLength(5))
    expect(new Set(loaded).size).toBe(5)
  })

  test('buttons, the slider, the wheel, a drag and the keys scroll through a series', async () => {
    const { user } = await openWith(buildSeries())
    await user.click(screen.getByRole('button', { name: 'Imagen siguiente' }))
    expect(shown()).toHaveAccessibleName(/Imagen 4 de 5/)
    fireEvent.change(screen.getByRole('slider', { name: 'Imagen' }), { target: { value: '1' } })
    expect(shown()).toHaveAccessibleName(/Imagen 1 de 5/)
    expect(screen.getByRole('button', { name: 'Imagen anterior' })).toHaveAttribute('aria-disabled', 'true')
    fireEvent.wheel(shown(), { deltaY: 80 })
    expect(shown()).toHaveAccessibleName(/Imagen 3 de 5/)
    fireEvent.pointerDown(shown(), { pointerId: 1, clientX: 10, clientY: 100 })
    fireEvent.pointerMove(shown(), { pointerId: 1, clientX: 10, clientY: 84 })
    fireEvent.pointerUp(shown(), { pointerId: 1 })
    expect(shown()).toHaveAccessibleName(/Imagen 1 de 5/)
    screen.getByRole('button', { name: 'Acercar' }).focus()
    await user.keyboard('{End}')
    expect(shown()).toHaveAccessibleName(/Imagen 5 de 5/)
    await user.keyboard('{ArrowUp}')
    expect(shown()).toHaveAccessibleName(/Imagen 4 de 5/)
  })

  test('screen readers hear the series, the image and the window once the user stops', async () => {
    const { user } = await openWith(buildSeries())
    await user.click(screen.getByRole('button', { name: 'Pulmones' }))
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('status')
          .some(({ textContent }) => textContent === 'Tomografía: Tórax. Imagen 3 de 5. Se ve: Pulmones'),
      ).toBe(true),
    )
  })

  test('a window of a tomography is rendered by the server, and Restablecer returns to the usual one', async () => {
    const { user } = await openWith(buildSeries())
    await user.click(screen.getByRole('button', { name: 'Pulmones' }))
    expect(screen.getByRole('button', { name: 'Pulmones' })).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() =>
      expect(loaded.some((address) => address.includes('center=-600&width=1500'))).toBe(true),
    )
    await user.click(screen.getByRole('button', { name: 'Restablecer' }))
    expect(screen.getByRole('button', { name: 'Normal' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('full detail is loaded only on request, and only for the image that is shown', async () => {
    const { user } = await openWith(buildSeries())
    expect(loaded.every((address) => address.includes('size='))).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Máximo detalle' }))
    await waitFor(() => expect(loaded.at(-1)).not.toContain('size='))
    await settle()
    expect(loaded.filter((address) => !address.includes('size='))).toHaveLength(1)
  })

  test('several series are listed with a thumbnail of each, and one is chosen', async () => {
    const { user } = await openWith(
      buildSeries(),
      buildSeries({ series: '1.2.4', modality: 'US', description: 'Corazón' }, 1),
    )
    const list = within(screen.getByRole('navigation', { name: 'Series de imágenes' }))
    expect(list.getByRole('button', { name: /Serie 1: Tomografía: Tórax/ })).toHaveAttribute(
      'aria-current',
      'true',
    )
    const second = list.getByRole('button', { name: /Serie 2: Ecografía: Corazón/ })
    expect(second).toHaveTextContent('1 imagen')
    await waitFor(() =>
      expect(within(second).getByRole('presentation')).toHaveAttribute(
        'src',
        expect.stringContaining('size=160'),
      ),
    )
    await user.click(second)
    expect(shown()).toHaveAccessibleName('Serie 2, Ecografía: Corazón. Imagen 1 de 1')
  })
})

/** Returns the load in progress of the image with this number of a series. */
async function waitingLoad(number: number): Promise<WaitingLoad> {
  const find = () => [...waiting].find(([address]) => address.includes(`/1.2.3.${number}/`))?.[1]
  await waitFor(() => expect(find()).toBeDefined())
  return find() as WaitingLoad
}
const numbersLoaded = () => loaded.map((address) => Number(/1\.2\.3\.(\d+)\//.exec(address)?.[1]))
const next = () => screen.getByRole('button', { name: 'Imagen siguiente' })
const slideTo = (number: number) =>
  fireEvent.change(screen.getByRole('slider', { name: 'Imagen' }), { target: { value: String(number) } })

describe('loading the images of a series', () => {
  test('images that arrive late are shown while the user scrolls on, and a later one is never replaced by an earlier one', async () => {
    slow = ['/1.2.3.']
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
    slow = ['/1.2.3.']
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

  test('the memory for decoded images bounds how many are loaded ahead', async () => {
    // Decoded, one takes 64 MB, so that three fit into 200 MB.
    side = 4000
    await openWith(buildSeries({}, 9))
    await waitFor(() => expect(loaded).toHaveLength(3))
    await settle()
    expect(numbersLoaded()).toEqual([5, 6, 7])
  })
})

describe('keyboard and touch', () => {
  const stage = () => screen.getByRole('application', { name: 'Imagen' })
  test('the image takes the focus and has the keys explained, and the arrows go the same way on the slider', async () => {
    const { user } = await openWith(buildSeries())
    stage().focus()
    expect(stage()).toHaveFocus()
    expect(stage()).toHaveAccessibleDescription(/Las flechas, Inicio y Fin cambian de imagen/)
    for (const element of [stage(), screen.getByRole('slider', { name: 'Imagen' })]) {
      element.focus()
      for (const forward of ['ArrowDown', 'ArrowRight']) {
        await user.keyboard(`{${forward}}`)
        expect(shown()).toHaveAccessibleName(/Imagen 4 de 5/)
        await user.keyboard(forward === 'ArrowDown' ? '{ArrowUp}' : '{ArrowLeft}')
        expect(shown()).toHaveAccessibleName(/Imagen 3 de 5/)
      }
    }
  })

  test('the arrows and four buttons move the view over an enlarged image, and the slider still scrolls', async () => {
    elementSize = 500
    const { user } = await openWith(buildSeries())
    expect(screen.queryByRole('button', { name: /Mover la vista/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Acercar' }))
    stage().focus()
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(shown().style.transform).toBe('translate(-100px, -100px) scale(1.5)')
    expect(shown()).toHaveAccessibleName(/Imagen 3 de 5/)
    await user.click(screen.getByRole('button', { name: 'Mover la vista a la izquierda' }))
    await user.click(screen.getByRole('button', { name: 'Mover la vista hacia arriba' }))
    expect(shown().style.transform).toBe('translate(0px, 0px) scale(1.5)')
    await user.click(screen.getByRole('button', { name: 'Mover la vista a la derecha' }))
    await user.click(screen.getByRole('button', { name: 'Mover la vista hacia abajo' }))
    expect(shown().style.transform).toBe('translate(-100px, -100px) scale(1.5)')
    screen.getByRole('slider', { name: 'Imagen' }).focus()
    await user.keyboard('{ArrowDown}')
    expect(shown()).toHaveAccessibleName(/Imagen 4 de 5/)
    expect(shown().style.transform).toBe('translate(-100px, -100px) scale(1.5)')
  })
})

test('an archive that announces endless frames does not exhaust the memory of the browser', () => {
  const endless = { instance: '1.2.3.1', frames: 2_000_000_000, side: null }
  const [series] = listSeries([
    { study: '1.2', date: null, description: null, series: [buildSeries({ instances: [endless, endless] })] },
  ])
  expect(series?.slides).toHaveLength(mostFrames)
})

describe('the download of a study', () => {
  /** The addresses that were downloaded. */
  function watchDownloads(): string[] {
    const downloaded: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      downloaded.push(this.href)
    })
    return downloaded
  }

  test.each([
    ['Descargar estudio', 'dicom'],
    ['Descargar como JPEG', 'jpeg'],
  ])('«%s» reserves a download as %s and starts it', async (name, format) => {
    const downloaded = watchDownloads()
    const { user } = await openWith(buildSeries())
    mockEndpoint(imageEndpoints.prepareDownload, { url: '/api/images/downloads/abc' })
    await user.click(screen.getByRole('button', { name }))
    expect(await screen.findByText('La descarga empezó')).toBeVisible()
    expect(requestsTo(imageEndpoints.prepareDownload)).toMatchObject([
      { params: { key: 'llave' }, body: { study: '1.2', format } },
    ])
    expect(downloaded).toEqual([`${window.location.origin}/api/images/downloads/abc`])
  })

  test('a download that is rejected says why, and none begins', async () => {
    const downloaded = watchDownloads()
    const { user } = await openWith(buildSeries())
    mockEndpoint(imageEndpoints.prepareDownload, new ApiError('tooMany', { msg: noDownloadReasons.running }))
    await user.click(screen.getByRole('button', { name: 'Descargar estudio' }))
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('No pudimos iniciar la descarga')
    expect(notice).toHaveTextContent('Ya tienes una descarga de imágenes en curso')
    expect(screen.queryByText('La descarga empezó')).not.toBeInTheDocument()
    expect(downloaded).toEqual([])
    mockEndpoint(imageEndpoints.prepareDownload, { url: '/api/images/downloads/abc' })
    await user.click(screen.getByRole('button', { name: 'Descargar estudio' }))
    expect(await screen.findByText('La descarga empezó')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('when images cannot be shown', () => {
  test('a damaged image says so and the others are still shown', async () => {
    broken = ['1.2.3.3/']
    const { user } = await openWith(buildSeries())
    expect(await screen.findByText('No pudimos mostrar esta imagen')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Imagen siguiente' }))
    await waitFor(() => expect(screen.queryByText('No pudimos mostrar esta imagen')).not.toBeInTheDocument())
    broken = []
    await user.click(screen.getByRole('button', { name: 'Imagen anterior' }))
    await waitFor(() => expect(within(shown()).getByRole('presentation')).toBeInTheDocument())
  })

  test('a key that is about to expire is renewed before the next image', async () => {
    const { user } = await openWith(buildSeries())
    await waitFor(() => expect(loaded).toHaveLength(5))
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 250_000))
    mockEndpoint(imageEndpoints.list, buildImages([buildSeries()], { key: 'nueva' }))
    await user.click(screen.getByRole('button', { name: 'Huesos' }))
    await waitFor(() => expect(loaded.at(-1)).toContain('/nueva/'))
    expect(requestsTo(imageEndpoints.list)).toHaveLength(2)
  })

  test('an archive that does not answer is an error with a retry', async () => {
    mockEndpoint(imageEndpoints.list, new ApiError('imagesDown'))
    const { user } = await renderPage(page, { as: 'patient' })
    expect(await screen.findByText(/El archivo de imágenes de la clínica no responde/)).toBeVisible()
    mockEndpoint(imageEndpoints.list, buildImages([buildSeries()]))
    await user.click(screen.getByRole('button', { name: /reintentar/i }))
    expect(await screen.findByRole('img', { name: /Imagen 3 de 5/ })).toBeVisible()
  })

  test('an exam that the user may not see leads back to the own exams', async () => {
    mockEndpoint(imageEndpoints.list, new ApiError('notFound'))
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
  })
})

test('the list of exams leads to the images of those that may have some', async () => {
  const image = buildExam({ type_exam: 'Radiografía de tórax' })
  const other = buildExam({ attention_id: 32, type_exam: 'Ecografía abdominal' })
  mockEndpoint(examEndpoints.list, buildExamsPage([{ ...image, has_images: true }, other]))
  await renderPage('/dashboard/mis-examenes/otros-examenes', { as: 'patient' })
  const link = await screen.findByRole('link', { name: 'Imágenes de Radiografía de tórax del 20/11/2026' })
  expect(link).toHaveAttribute('href', '/dashboard/mis-examenes/imagenes/31?patient_id=7')
  expect(screen.queryByRole('link', { name: /Imágenes de Ecografía/ })).not.toBeInTheDocument()
})
