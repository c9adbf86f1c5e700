/** Shows the images of an exam: the series with their thumbnails, one image, and the ways to look at it. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { ExamImages } from '@mi-portal/contract/images'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { downloadAddress } from '../../lib/browser/browser.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { join } from '../../ui/layout/layout.tsx'
import { useLoadedImage } from './image-loading.flow.ts'
import { ImageStage } from './image-stage.tsx'
import classes from './images.module.css'
import type { ImageAddresses } from './images.queries.ts'
import {
  centred,
  clamp,
  listSeries,
  type PanStep,
  type Placement,
  panned,
  type ShownSeries,
  type Slide,
  type StageSize,
  sizeFor,
  zoomed,
} from './images.rules.ts'
import { SeriesList } from './series-list.tsx'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Images a second of a film. */
const filmRate = 12

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

const panButtons = [
  { label: 'Mover la vista a la izquierda', step: { x: -1, y: 0 }, Icon: IconArrowLeft },
  { label: 'Mover la vista hacia arriba', step: { x: 0, y: -1 }, Icon: IconArrowUp },
  { label: 'Mover la vista hacia abajo', step: { x: 0, y: 1 }, Icon: IconArrowDown },
  { label: 'Mover la vista a la derecha', step: { x: 1, y: 0 }, Icon: IconArrowRight },
] as const

interface ImageViewerProps {
  images: Pick<ExamImages, 'key' | 'studies'>
  addresses: ImageAddresses
  /** Returns a key that is valid now. */
  freshKey(): Promise<string>
  /** Called when an image could not be loaded. */
  onImageFailed?(): void
}

export function ImageViewer({ images, addresses, freshKey, onImageFailed }: ImageViewerProps) {
  const all = useMemo(() => listSeries(images.studies), [images.studies])
  const [chosen, setChosen] = useState(0)
  const series = all[chosen] ?? all[0]
  if (series === undefined) return null
  return (
    <div
      className={join(
        'grid grid-cols-1 gap-4',
        all.length > 1 && 'wide:grid-cols-[260px_minmax(0,1fr)] wide:items-start',
      )}
    >
      {all.length > 1 && (
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
        name={all.length > 1 ? `Serie ${all.indexOf(series) + 1}, ${series.label}` : series.label}
        imageKey={images.key}
        addresses={addresses}
        freshKey={freshKey}
        onImageFailed={onImageFailed}
      />
    </div>
  )
}

interface SeriesViewerProps {
  series: ShownSeries
  name: string
  imageKey: string
  addresses: ImageAddresses
  freshKey(): Promise<string>
  onImageFailed?: (() => void) | undefined
}

function SeriesViewer({ series, name, imageKey, addresses, freshKey, onImageFailed }: SeriesViewerProps) {
  const { slides, looks } = series
  const [position, setPosition] = useState(Math.floor(series.isFilm ? 0 : (slides.length - 1) / 2))
  const [look, setLook] = useState(looks[0])
  const [placement, setPlacement] = useState<Placement>(centred)
  const [isDetailed, setDetailed] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [isSliding, setSliding] = useState(false)
  const [stageSize, setStageSize] = useState<StageSize>({ width: 0, height: 0 })
  const [downloadError, setDownloadError] = useState<Error | null>(null)
  const stage = useRef<HTMLElement>(null)
  const keysId = useId()
  const count = slides.length
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

  const isEnlarged = placement.zoom > 1
  const step = (steps: number) => {
    setPlaying(false)
    setSliding(false)
    setPosition((before) => clamp(before + steps, 0, count - 1))
  }
  const pan = (by: PanStep) => setPlacement((before) => panned(before, by, stageSize))
  const reset = () => {
    setPlacement(centred)
    setLook(looks[0])
    setDetailed(false)
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

  const { original } = addresses
  async function download(wanted: Slide, addressOf: NonNullable<ImageAddresses['original']>) {
    setDownloadError(null)
    try {
      downloadAddress(addressOf(await freshKey(), wanted))
    } catch (error) {
      setDownloadError(error instanceof Error ? error : new Error('No pudimos abrir el archivo'))
    }
  }

  /** Does what a key stands for. Returns false if the key has no effect, so that it still scrolls the page. */
  function applyKey(key: string, isOnSlider: boolean): boolean {
    const panStep = panSteps[key]
    const steps = stepsOfKeys(count)[key]
    if (panStep && isEnlarged && !isOnSlider) pan(panStep)
    else if (steps !== undefined && count > 1) step(steps)
    else if (key === '+') setPlacement((before) => zoomed(before, 1.25))
    else if (key === '-') setPlacement((before) => zoomed(before, 1 / 1.25))
    else if (key === '0') reset()
    else return false
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // The slider's own keys would go the other way.
    if (applyKey(event.key, event.target instanceof HTMLInputElement)) event.preventDefault()
  }

  const slide = slides[position]
  const place = `Imagen ${position + 1} de ${count}`
  return (
    <section aria-label={name} className="grid min-w-0 grid-cols-1 gap-3" onKeyDown={onKeyDown}>
      <ImageStage
        ref={stage}
        image={shown.state === 'shown' ? shown.image : shown.state === 'loading' ? shown.last : null}
        label={`${name}. ${place}`}
        describedBy={keysId}
        filter={look.filter}
        placement={placement}
        hasOthers={count > 1}
        onPlace={setPlacement}
        onStep={step}
        onReset={reset}
        onSize={setStageSize}
      >
        <span className={classes.corner} aria-hidden>
          {place}
        </span>
        {shown.state === 'loading' && <span className={classes.waiting} aria-hidden />}
        {shown.state === 'failed' && (
          <Failure error={shown.error} onRetry={again}>
            {slide && original && <OriginalLink {...{ slide, original, imageKey, download }} />}
          </Failure>
        )}
      </ImageStage>
      <p id={keysId} className="portal-hidden">
        {count > 1 && 'Las flechas, Inicio y Fin cambian de imagen. '}
        Las teclas más y menos acercan y alejan, y el cero restablece. Si la imagen está ampliada, las flechas
        mueven la vista.
      </p>
      {count > 1 && (
        <Scroller
          position={position}
          count={count}
          onPosition={(next) => {
            setPlaying(false)
            setSliding(true)
            setPosition(next)
          }}
          onStep={step}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {series.isFilm && count > 1 && (
          <Button
            size="xs"
            variant="light"
            leftSection={isPlaying ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
            onClick={() => {
              setSliding(false)
              setPlaying((before) => !before)
            }}
          >
            {isPlaying ? 'Pausar' : 'Reproducir'}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconZoomIn {...icon} />}
          onClick={() => setPlacement((before) => zoomed(before, 1.5))}
        >
          Acercar
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconZoomOut {...icon} />}
          onClick={() => setPlacement((before) => zoomed(before, 1 / 1.5))}
        >
          Alejar
        </Button>
        <Button size="xs" variant="default" leftSection={<IconRefresh {...icon} />} onClick={reset}>
          Restablecer
        </Button>
        {isEnlarged && <PanButtons onPan={pan} onRemoved={() => stage.current?.focus()} />}
      </div>
      <fieldset className="m-0 flex flex-wrap gap-2 border-0 p-0">
        <legend>Cómo se ve</legend>
        {looks.map((one) => (
          <Button
            key={one.label}
            size="xs"
            variant={one === look ? 'filled' : 'default'}
            aria-pressed={one === look}
            onClick={() => setLook(one)}
          >
            {one.label}
          </Button>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button
          size="xs"
          variant={isDetailed ? 'filled' : 'default'}
          aria-pressed={isDetailed}
          onClick={() => setDetailed((before) => !before)}
        >
          Máximo detalle
        </Button>
        {slide && original && shown.state !== 'failed' && (
          <OriginalLink {...{ slide, original, imageKey, download }} />
        )}
      </div>
      {downloadError && <ErrorNotice error={downloadError} title="No pudimos descargar el archivo" />}
      <Announcement text={`${name}. ${place}. Se ve: ${look.label}`} isMuted={isPlaying} />
    </section>
  )
}

interface OriginalLinkProps {
  slide: Slide
  original: NonNullable<ImageAddresses['original']>
  imageKey: string
  download(slide: Slide, original: NonNullable<ImageAddresses['original']>): Promise<void>
}

function OriginalLink({ slide, original, imageKey, download }: OriginalLinkProps) {
  return (
    <ButtonAnchor
      size="xs"
      variant="default"
      href={original(imageKey, slide)}
      download
      leftSection={<IconDownload {...icon} />}
      onClick={async (event) => {
        // The key in the address may have expired, so the address is made when it is needed.
        event.preventDefault()
        await download(slide, original)
      }}
    >
      Descargar archivo DICOM
    </ButtonAnchor>
  )
}

/** Says in place of an image why it is not shown. An image that can never be shown has no button that tries again. */
function Failure({ error, onRetry, children }: { error: Error; onRetry(): void; children: ReactNode }) {
  const isFinal = error instanceof ApiError && error.status === 422
  return (
    // The area around it would take a press for the beginning of a drag.
    <div role="alert" className={classes.failure} onPointerDown={(event) => event.stopPropagation()}>
      <p>
        <strong>No pudimos mostrar esta imagen</strong>
      </p>
      <p>{error.message}.</p>
      <p>Las demás imágenes y el informe siguen disponibles.</p>
      <div className="flex flex-wrap gap-2">
        {!isFinal && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Reintentar
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

interface PanButtonsProps {
  onPan(step: PanStep): void
  /** Called when the buttons disappear while one of them has the focus. */
  onRemoved(): void
}

/** Move the view over an enlarged image without a drag. */
function PanButtons({ onPan, onRemoved }: PanButtonsProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const latest = useRef(onRemoved)
  latest.current = onRemoved
  useLayoutEffect(() => {
    const own = group.current
    return () => {
      if (own?.contains(document.activeElement)) latest.current()
    }
  }, [])
  return (
    <fieldset ref={group} className="m-0 flex gap-1 border-0 p-0">
      <legend className="portal-hidden">Mover la vista</legend>
      {panButtons.map(({ label, step, Icon }) => (
        <Button key={label} size="xs" variant="default" aria-label={label} onClick={() => onPan(step)}>
          <Icon {...icon} />
        </Button>
      ))}
    </fieldset>
  )
}

interface ScrollerProps {
  position: number
  count: number
  onPosition(position: number): void
  onStep(steps: number): void
}

function Scroller({ position, count, onPosition, onStep }: ScrollerProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 [&_input]:h-11 [&_input]:min-w-0 [&_input]:flex-1 [&_input]:accent-action">
      <Button
        size="xs"
        variant="default"
        aria-label="Imagen anterior"
        aria-disabled={position === 0 || undefined}
        onClick={() => onStep(-1)}
      >
        <IconChevronLeft {...icon} />
      </Button>
      <label htmlFor={id} className="portal-hidden">
        Imagen
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={count}
        value={position + 1}
        aria-valuetext={`Imagen ${position + 1} de ${count}`}
        onChange={({ target }) => onPosition(Number(target.value) - 1)}
      />
      <Button
        size="xs"
        variant="default"
        aria-label="Imagen siguiente"
        aria-disabled={position === count - 1 || undefined}
        onClick={() => onStep(1)}
      >
        <IconChevronRight {...icon} />
      </Button>
    </div>
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
