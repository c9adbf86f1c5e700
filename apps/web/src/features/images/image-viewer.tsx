/** Shows the images of an exam: the series with their thumbnails, one image, and the ways to look at it. */
import type { ExamImages } from '@mi-portal/contract/images'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { downloadAddress } from '../../lib/browser/browser.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useLoadedImage } from './image-loading.flow.ts'
import { ImageStage } from './image-stage.tsx'
import classes from './images.module.css'
import { frameAddress, originalAddress } from './images.queries.ts'
import {
  centred,
  clamp,
  listSeries,
  type Placement,
  type ShownSeries,
  sizeFor,
  zoomed,
} from './images.rules.ts'
import { SeriesList } from './series-list.tsx'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Images a second of a film. */
const filmRate = 12

interface ImageViewerProps {
  images: ExamImages
  /** Returns a key that is valid now. */
  freshKey(): Promise<string>
}

export function ImageViewer({ images, freshKey }: ImageViewerProps) {
  const all = useMemo(() => listSeries(images.studies), [images.studies])
  const [chosen, setChosen] = useState(0)
  const series = all[chosen] ?? all[0]
  if (series === undefined) return null
  return (
    <div className={classes.viewer} data-several={all.length > 1 || undefined}>
      {all.length > 1 && (
        <SeriesList
          series={all}
          chosen={series}
          imageKey={images.key}
          onChoose={(next) => setChosen(all.indexOf(next))}
        />
      )}
      <SeriesViewer
        key={series.key}
        series={series}
        name={all.length > 1 ? `Serie ${all.indexOf(series) + 1}, ${series.label}` : series.label}
        imageKey={images.key}
        freshKey={freshKey}
      />
    </div>
  )
}

interface SeriesViewerProps {
  series: ShownSeries
  name: string
  imageKey: string
  freshKey(): Promise<string>
}

function SeriesViewer({ series, name, imageKey, freshKey }: SeriesViewerProps) {
  const { slides, looks } = series
  const [position, setPosition] = useState(Math.floor(series.isFilm ? 0 : (slides.length - 1) / 2))
  const [look, setLook] = useState(looks[0])
  const [placement, setPlacement] = useState<Placement>(centred)
  const [isDetailed, setDetailed] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [width, setWidth] = useState(0)
  const count = slides.length
  const size = isDetailed ? null : sizeFor(width, globalThis.devicePixelRatio || 1)
  const { shown, again } = useLoadedImage({
    count,
    position,
    isMeasured: width > 0,
    nameOf: (at) => [at, look.window ? look.label : '', size ?? 'detail'].join(' '),
    addressOf: async (at) => {
      const slide = slides[at]
      if (slide === undefined) throw new Error('no such image')
      return frameAddress(await freshKey(), slide, size, look.window)
    },
  })

  const step = (steps: number) => {
    setPlaying(false)
    setPosition((before) => clamp(before + steps, 0, count - 1))
  }
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

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -10,
      PageDown: 10,
      Home: -count,
      End: count,
    }
    const by = steps[event.key]
    if (by !== undefined) step(by)
    else if (event.key === '+') setPlacement((before) => zoomed(before, 1.25))
    else if (event.key === '-') setPlacement((before) => zoomed(before, 1 / 1.25))
    else if (event.key === '0') reset()
    else return
    event.preventDefault()
  }

  const slide = slides[position]
  const place = `Imagen ${position + 1} de ${count}`
  return (
    <section aria-label={name} className={classes.series} onKeyDown={onKeyDown}>
      <ImageStage
        image={shown.state === 'shown' ? shown.image : shown.state === 'loading' ? shown.last : null}
        label={`${name}. ${place}`}
        filter={look.filter}
        placement={placement}
        onPlace={setPlacement}
        onStep={step}
        onReset={reset}
        onWidth={setWidth}
      >
        <span className={classes.corner} aria-hidden>
          {position + 1} / {count}
        </span>
        {shown.state === 'loading' && <span className={classes.waiting} aria-hidden />}
      </ImageStage>
      {shown.state === 'failed' && (
        <Notice
          kind="error"
          title="No pudimos mostrar esta imagen"
          actions={
            <Button size="xs" variant="outline" onClick={again}>
              Reintentar
            </Button>
          }
        >
          Puede estar dañada o el archivo de imágenes no responde. Las demás imágenes y el informe siguen
          disponibles.
        </Notice>
      )}
      {count > 1 && (
        <Scroller
          position={position}
          count={count}
          onPosition={(next) => {
            setPlaying(false)
            setPosition(next)
          }}
          onStep={step}
        />
      )}
      <div className={classes.tools}>
        {series.isFilm && count > 1 && (
          <Button
            size="xs"
            variant="light"
            leftSection={isPlaying ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
            onClick={() => setPlaying((before) => !before)}
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
      </div>
      <fieldset className={classes.looks}>
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
      <div className={classes.tools}>
        <Button
          size="xs"
          variant={isDetailed ? 'filled' : 'default'}
          aria-pressed={isDetailed}
          onClick={() => setDetailed((before) => !before)}
        >
          Tamaño original
        </Button>
        {slide && (
          <ButtonAnchor
            size="xs"
            variant="subtle"
            href={originalAddress(imageKey, slide)}
            download
            leftSection={<IconDownload {...icon} />}
            onClick={async (event) => {
              // The key in the address may have expired, so the address is made when it is needed.
              event.preventDefault()
              downloadAddress(originalAddress(await freshKey(), slide))
            }}
          >
            Descargar archivo DICOM
          </ButtonAnchor>
        )}
      </div>
      <Announcement text={`${name}. ${place}. Se ve: ${look.label}`} isMuted={isPlaying} />
    </section>
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
    <div className={classes.scroller}>
      <Button
        size="xs"
        variant="default"
        aria-label="Imagen anterior"
        disabled={position === 0}
        onClick={() => onStep(-1)}
      >
        <IconChevronLeft {...icon} />
      </Button>
      <label htmlFor={id} className={classes.hiddenLabel}>
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
        disabled={position === count - 1}
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
    <p role="status" className={classes.hiddenLabel}>
      {said}
    </p>
  )
}
