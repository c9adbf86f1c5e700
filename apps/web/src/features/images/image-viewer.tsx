/** Shows the images of an exam: the series with their thumbnails, one image, and the ways to look at it. */
import type { ExamImages } from '@mi-portal/contract/images'
import { IconDownload, IconRotateClockwise, IconZoomScan } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { downloadAddress } from '../../lib/browser/browser.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ActionMenu, MenuButton } from '../../ui/layers/action-menu.tsx'
import { ImageFailure } from './image-failure.tsx'
import { useLoadedImage } from './image-loading.flow.ts'
import { ImageScroller } from './image-scroller.tsx'
import { ImageStage } from './image-stage.tsx'
import { ImageTools, Looks, ToolSettings } from './image-tools.tsx'
import type { ImageAddresses } from './images.queries.ts'
import {
  clamp,
  createView,
  listSeries,
  type PanStep,
  type Placement,
  panned,
  type ShownSeries,
  type StageSize,
  sizeFor,
  type Tool,
  type View,
  zoomed,
} from './images.rules.ts'
import { SeriesList } from './series-list.tsx'

/** Images a second of a film. */
const filmRate = 12

/** How much closer or further an image is after one press of a button, and of a key. */
const zoomStep = { button: 1.5, key: 1.25 } as const

/** Images by which a key moves in a series, back if negative. The last image is at the bottom and at the right. */
const stepsOfKeys = (count: number): Readonly<Record<string, number>> => ({
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -count,
  End: count,
})

const panSteps: Readonly<Record<string, PanStep>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowRight: { x: 1, y: 0 },
}

interface ImageViewerProps {
  images: Pick<ExamImages, 'studies'>
  addresses: ImageAddresses
  /** Returns a key that is valid now. */
  freshKey(): Promise<string>
  /** Called when an image could not be loaded. */
  onImageFailed?(): void
  /** What stands at the right of the images on wide screens. */
  children?: ReactNode
}

export function ImageViewer({ images, addresses, freshKey, onImageFailed, children }: ImageViewerProps) {
  const all = useMemo(() => listSeries(images.studies), [images.studies])
  const [chosen, setChosen] = useState(0)
  const series = all[chosen] ?? all[0]
  if (series === undefined) return null
  const hasOthers = all.length > 1
  return (
    <div className="flex flex-col gap-4 wide:flex-row wide:items-start wide:gap-6">
      {hasOthers && (
        <SeriesList
          series={all}
          chosen={series}
          addresses={addresses}
          freshKey={freshKey}
          onChoose={(next) => setChosen(all.indexOf(next))}
        />
      )}
      <SeriesViewer
        key={series.key}
        series={series}
        name={hasOthers ? `Serie ${all.indexOf(series) + 1}, ${series.label}` : series.label}
        addresses={addresses}
        freshKey={freshKey}
        onImageFailed={onImageFailed}
      />
      {children}
    </div>
  )
}

interface SeriesViewerProps {
  series: ShownSeries
  name: string
  addresses: ImageAddresses
  freshKey(): Promise<string>
  onImageFailed?: (() => void) | undefined
}

function SeriesViewer({ series, name, addresses, freshKey, onImageFailed }: SeriesViewerProps) {
  const { slides } = series
  const first = series.isFilm ? 0 : Math.floor((slides.length - 1) / 2)
  const [position, setPosition] = useState(first)
  const [view, setView] = useState<View>(() => createView(series))
  const [isPlaying, setPlaying] = useState(false)
  const [isSliding, setSliding] = useState(false)
  const [stageSize, setStageSize] = useState<StageSize>({ width: 0, height: 0 })
  const [downloadError, setDownloadError] = useState<Error | null>(null)
  const stage = useRef<HTMLElement>(null)
  const keysId = useId()
  const count = slides.length
  const { look, isDetailed } = view
  /** Returns the size in which the image at a position is requested; null: the size in which it was recorded. */
  const sizeAt = (at: number) =>
    isDetailed ? null : sizeFor(stageSize.width, globalThis.devicePixelRatio || 1, slides[at]?.side ?? null)
  const { shown, again } = useLoadedImage({
    count,
    position,
    isMeasured: stageSize.width > 0,
    isSliding,
    isLoadingAhead: !isDetailed,
    nameOf: (at) => [at, look.window ? look.label : '', sizeAt(at) ?? 'detail'].join(' '),
    addressOf: async (at) => {
      const slide = slides[at]
      if (slide === undefined) throw new Error('no such image')
      return addresses.frame(await freshKey(), slide, sizeAt(at), look.window)
    },
  })

  const change = (part: Partial<View>) => setView((before) => ({ ...before, ...part }))
  const place = (to: (before: Placement) => Placement) =>
    setView((before) => ({ ...before, placement: to(before.placement) }))
  const zoom = (factor: number) => place((before) => zoomed(before, factor))
  const pan = (by: PanStep) => place((before) => panned(before, by, stageSize))
  const step = (steps: number) => {
    setPlaying(false)
    setSliding(false)
    setPosition((before) => clamp(before + steps, 0, count - 1))
  }
  const resetView = () => setView(createView(series))
  const reset = () => {
    step(first - position)
    resetView()
  }
  const choose = (tool: Tool) => {
    change({ tool })
    if (tool === 'zoom') zoom(zoomStep.button)
  }

  useEffect(() => {
    // The next image of a film is shown once the present one was.
    if (!isPlaying || shown.state !== 'shown') return
    const timer = setTimeout(() => setPosition((before) => (before + 1) % count), 1000 / filmRate)
    return () => clearTimeout(timer)
  }, [isPlaying, shown, count])

  const hasFailed = shown.state === 'failed'
  const latestFailed = useRef(onImageFailed)
  latestFailed.current = onImageFailed
  useEffect(() => {
    if (hasFailed) latestFailed.current?.()
  }, [hasFailed])

  const slide = slides[position]
  const { original } = addresses
  async function download() {
    setDownloadError(null)
    try {
      if (slide && original) downloadAddress(original(await freshKey(), slide))
    } catch (error) {
      setDownloadError(error instanceof Error ? error : new Error('No pudimos abrir el archivo'))
    }
  }

  /** Does what a key stands for. Returns false if the key has no effect, so that it still scrolls the page. */
  function applyKey(key: string, isOnSlider: boolean): boolean {
    const panStep = panSteps[key]
    const steps = stepsOfKeys(count)[key]
    if (panStep && view.placement.zoom > 1 && !isOnSlider) pan(panStep)
    else if (steps !== undefined && count > 1) step(steps)
    else if (key === '+') zoom(zoomStep.key)
    else if (key === '-') zoom(1 / zoomStep.key)
    else if (key === '0') reset()
    else return false
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // The menu has used its own keys.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // The slider's own keys would go the other way.
    if (applyKey(event.key, event.target instanceof HTMLInputElement)) event.preventDefault()
  }

  const caption = `Imagen ${position + 1} de ${count}`
  return (
    <section aria-label={name} className="grid min-w-0 grid-cols-1 gap-3 wide:flex-1" onKeyDown={onKeyDown}>
      <div className="grid grid-cols-1 gap-2 max-wide:order-last">
        <ImageTools chosen={view.tool} onChoose={choose} onReset={reset}>
          <ActionMenu label="Más herramientas" title="Más herramientas">
            <MenuButton icon={IconRotateClockwise} onClick={() => change({ turns: view.turns + 1 })}>
              Girar a la derecha
            </MenuButton>
            <MenuButton icon={IconZoomScan} onClick={() => change({ isDetailed: !isDetailed })}>
              {isDetailed ? 'Imagen liviana' : 'Imagen completa'}
            </MenuButton>
            {original && (
              <MenuButton icon={IconDownload} onClick={download}>
                Descargar archivo para el médico
              </MenuButton>
            )}
          </ActionMenu>
        </ImageTools>
        <ToolSettings
          key={view.tool}
          view={view}
          onZoomOut={() => zoom(1 / zoomStep.button)}
          onBrightness={(brightness) => change({ brightness })}
          onPan={pan}
          onRemoved={() => stage.current?.focus()}
        />
        <Looks looks={series.looks} chosen={look} onChoose={(next) => change({ look: next })} />
      </div>
      <ImageStage
        ref={stage}
        image={shown.state === 'shown' ? shown.image : shown.state === 'loading' ? shown.last : null}
        label={`${name}. ${caption}`}
        describedBy={keysId}
        view={view}
        size={stageSize}
        hasOthers={count > 1}
        onPlace={place}
        onBrightness={(brightness) => change({ brightness })}
        onStep={step}
        onReset={resetView}
        onSize={setStageSize}
      >
        <span
          className="absolute top-2 left-2 rounded-md bg-page/90 px-3 py-1 font-strong text-strong"
          aria-hidden
        >
          {caption}
          {shown.state === 'loading' && ' · Cargando…'}
        </span>
        {shown.state === 'failed' && (
          <ImageFailure error={shown.error} onRetry={again} onDownload={original ? download : undefined} />
        )}
      </ImageStage>
      <p id={keysId} className="portal-hidden">
        {count > 1 && 'Las flechas, Inicio y Fin cambian de imagen. '}
        Las teclas más y menos acercan y alejan, y el cero vuelve al inicio. Si la imagen está ampliada, las
        flechas mueven la vista.
      </p>
      {count > 1 && (
        <ImageScroller
          position={position}
          count={count}
          onPosition={(next) => {
            setPlaying(false)
            setSliding(true)
            setPosition(next)
          }}
          onStep={step}
          isPlaying={isPlaying}
          onPlay={
            series.isFilm
              ? () => {
                  setSliding(false)
                  setPlaying((before) => !before)
                }
              : undefined
          }
        />
      )}
      {downloadError && <ErrorNotice error={downloadError} title="No pudimos descargar el archivo" />}
      <Announcement text={`${name}. ${caption}. Se ve: ${look.label}`} isMuted={isPlaying} />
    </section>
  )
}

/** Tells screen readers what is shown once the user has stopped scrolling. */
function Announcement({ text, isMuted }: { text: string; isMuted: boolean }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (isMuted) return
    const timer = setTimeout(() => setSaid(text), 500)
    return () => clearTimeout(timer)
  }, [text, isMuted])
  return (
    <p role="status" className="portal-hidden">
      {said}
    </p>
  )
}
