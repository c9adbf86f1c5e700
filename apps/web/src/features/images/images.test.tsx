import { ApiError } from '@mi-portal/contract/api-error'
import { examEndpoints } from '@mi-portal/contract/exams'
import { type ExamImages, type ImageSeries, imageEndpoints } from '@mi-portal/contract/images'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildExam, buildExamsPage } from '../../../test/record.ts'
import { renderPortal } from '../../../test/render-portal.tsx'
import * as clock from '../../lib/clock.ts'

const page = '/dashboard/mis-examenes/imagenes/31'

/** The addresses of the images that were loaded, without the ones of the thumbnails. */
let loaded: string[] = []
/** Parts of addresses whose images cannot be loaded. */
let broken: string[] = []

// The test browser loads no images.
beforeEach(() => {
  loaded = []
  broken = []
  HTMLImageElement.prototype.decode = function decode() {
    loaded.push(this.src)
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
    instances: Array.from({ length: count }, (_, index) => ({ instance: `1.2.3.${index + 1}`, frames: 1 })),
    ...overrides,
  }
}

function buildImages(series: ImageSeries[], overrides: Partial<ExamImages> = {}): ExamImages {
  return {
    exam: buildExam({ type_exam: 'Tomografía de tórax' }),
    is_connected: true,
    is_complete: true,
    key: 'llave',
    studies: [{ study: '1.2', date: '20/11/2026', description: 'Tórax', series }],
    ...overrides,
  }
}

async function openWith(...series: ImageSeries[]) {
  mockEndpoint(imageEndpoints.list, buildImages(series))
  const portal = await renderPortal(page, { as: 'patient' })
  await screen.findByRole('img', { name: /Imagen/ })
  return portal
}

const shown = () => screen.getByRole('img', { name: /Imagen \d+ de \d+/ })

describe('the images of an exam', () => {
  test('the page says what the images are for, and leads to the report', async () => {
    await openWith(buildSeries())
    expect(screen.getByRole('heading', { level: 1, name: 'Imágenes de Tomografía de tórax' })).toBeVisible()
    expect(screen.getByText('Imagen para orientar, no para diagnóstico')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ver informe' })).toHaveAttribute(
      'href',
      '/dashboard/mis-examenes/otros-examenes?examen=31',
    )
  })

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
    expect(screen.getByRole('button', { name: 'Imagen anterior' })).toBeDisabled()
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

  test('other images are changed by the browser, without another request', async () => {
    const { user } = await openWith(buildSeries({ modality: 'DX', description: null }, 1))
    await waitFor(() => expect(loaded).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Más contraste' }))
    expect(shown()).toHaveStyle({ filter: 'contrast(1.6)' })
    expect(loaded).toHaveLength(1)
    expect(screen.queryByRole('slider')).not.toBeInTheDocument()
  })

  test('an enlarged image is moved by dragging, and Restablecer puts it back', async () => {
    const { user } = await openWith(buildSeries())
    await user.click(screen.getByRole('button', { name: 'Acercar' }))
    expect(shown().style.transform).toBe('translate(0px, 0px) scale(1.5)')
    await user.click(screen.getByRole('button', { name: 'Restablecer' }))
    expect(shown().style.transform).toBe('translate(0px, 0px) scale(1)')
    await user.click(screen.getByRole('button', { name: 'Alejar' }))
    expect(shown().style.transform).toBe('translate(0px, 0px) scale(1)')
  })

  test('the original size is loaded only on request', async () => {
    const { user } = await openWith(buildSeries())
    expect(loaded.every((address) => address.includes('size='))).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Tamaño original' }))
    await waitFor(() => expect(loaded.at(-1)).not.toContain('size='))
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
    expect(within(second).getByRole('presentation')).toHaveAttribute(
      'src',
      expect.stringContaining('size=160'),
    )
    await user.click(second)
    expect(shown()).toHaveAccessibleName('Serie 2, Ecografía: Corazón. Imagen 1 de 1')
  })

  test('a film plays and pauses, and starts at its first image', async () => {
    const { user } = await openWith(
      buildSeries({ modality: 'US', instances: [{ instance: '1.2.3.1', frames: 3 }] }),
    )
    expect(shown()).toHaveAccessibleName(/Imagen 1 de 3/)
    await user.click(screen.getByRole('button', { name: 'Reproducir' }))
    await waitFor(() => expect(shown()).toHaveAccessibleName(/Imagen 3 de 3/))
    await user.click(screen.getByRole('button', { name: 'Pausar' }))
    const at = shown().getAttribute('aria-label')
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(shown()).toHaveAccessibleName(at ?? '')
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

  test('Reintentar loads a failed image again', async () => {
    broken = ['1.2.3.3/']
    const { user } = await openWith(buildSeries())
    await screen.findByText('No pudimos mostrar esta imagen')
    broken = []
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(screen.queryByText('No pudimos mostrar esta imagen')).not.toBeInTheDocument())
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

  test('a clinic without an image archive offers the report instead', async () => {
    mockEndpoint(imageEndpoints.list, buildImages([], { is_connected: false, studies: [] }))
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('Las imágenes no están disponibles en el portal')).toBeVisible()
    expect(screen.getAllByRole('link', { name: 'Ver informe' })[0]).toBeVisible()
  })

  test('an exam of which the archive has more images than are listed says so', async () => {
    const warning = 'Faltan imágenes de este examen. Pide el estudio completo en la clínica.'
    mockEndpoint(imageEndpoints.list, buildImages([buildSeries()], { is_complete: false }))
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText(warning)).toBeVisible()
  })

  test('an exam without images offers the report instead', async () => {
    mockEndpoint(imageEndpoints.list, buildImages([], { studies: [] }))
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('Este examen no tiene imágenes que puedas ver aquí')).toBeVisible()
  })

  test('an archive that does not answer is an error with a retry', async () => {
    mockEndpoint(imageEndpoints.list, new ApiError('imagesDown'))
    const { user } = await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText(/El archivo de imágenes de la clínica no responde/)).toBeVisible()
    mockEndpoint(imageEndpoints.list, buildImages([buildSeries()]))
    await user.click(screen.getByRole('button', { name: /reintentar/i }))
    expect(await screen.findByRole('img', { name: /Imagen 3 de 5/ })).toBeVisible()
  })

  test('an exam that the user may not see leads back to the own exams', async () => {
    mockEndpoint(imageEndpoints.list, new ApiError('notFound'))
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
  })
})

test('the list of exams leads to the images of those that may have some', async () => {
  const image = buildExam({ type_exam: 'Radiografía de tórax' })
  const other = buildExam({ attention_id: 32, type_exam: 'Ecografía abdominal' })
  mockEndpoint(examEndpoints.list, buildExamsPage([{ ...image, has_images: true }, other]))
  await renderPortal('/dashboard/mis-examenes/otros-examenes', { as: 'patient' })
  const link = await screen.findByRole('link', { name: 'Imágenes de Radiografía de tórax del 20/11/2026' })
  expect(link).toHaveAttribute('href', '/dashboard/mis-examenes/imagenes/31?patient_id=7')
  expect(screen.queryByRole('link', { name: /Imágenes de Ecografía/ })).not.toBeInTheDocument()
})
