/**
 * Shows the clinic's advertisements one at a time. The carousel moves automatically and can be paused; it also
 * stops while the pointer or the focus is in it, and for users who prefer less motion. Scroll snapping slides and
 * swipes; a carousel library would be larger than the page around it.
 */

import type { Ad } from '@mi-portal/contract/publishing/ads'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { delayMs } from '../../../ui/tokens.ts'
import { useMedia } from '../../../ui/use-media.ts'

const control = 'plain-button grid size-11 place-items-center rounded-md text-strong hover:bg-sub'
const slideLink = 'block size-full -outline-offset-4'

export function AdCarousel({ ads }: { ads: readonly Ad[] }) {
  const still = useMedia('(prefers-reduced-motion: reduce)', false)
  const [playing, setPlaying] = useState(true)
  const [attended, setAttended] = useState(false)
  const [shown, setShown] = useState(0)
  const track = useRef<HTMLUListElement>(null)
  const moves = playing && !still && ads.length > 1

  function show(place: number) {
    const next = (place + ads.length) % ads.length
    setShown(next)
    const { current } = track
    // Not every browser engine in the tests can scroll.
    current?.scrollTo?.({ left: next * current.clientWidth, behavior: still ? 'auto' : 'smooth' })
  }

  useEffect(() => {
    if (!moves || attended) return
    const timer = setTimeout(() => show(shown + 1), delayMs.carousel)
    return () => clearTimeout(timer)
  })

  return (
    <section
      aria-roledescription="carrusel"
      aria-label="Anuncios de la clínica"
      className="flex flex-col self-start overflow-hidden rounded-card bg-card shadow-e1"
      onPointerEnter={() => setAttended(true)}
      onPointerLeave={() => setAttended(false)}
      onFocus={() => setAttended(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setAttended(false)
      }}
    >
      <ul
        ref={track}
        className="plain-list flex aspect-[28/15] flex-none snap-x snap-mandatory overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
        aria-live={moves && !attended ? 'off' : 'polite'}
        onScrollEnd={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth))
        }}
      >
        {ads.map((ad, place) => (
          <li
            key={ad.id}
            className="w-full flex-none snap-start snap-always"
            aria-roledescription="anuncio"
            aria-label={`${place + 1} de ${ads.length}`}
            // Hidden slides cannot be reached with the keyboard.
            inert={place !== shown}
          >
            <AdLink ad={ad} label={ad.title || `Anuncio ${place + 1}: ver más`} />
          </li>
        ))}
      </ul>
      {ads.length > 1 && (
        <div className="flex items-center gap-2 pr-2 pl-4">
          <p className="type-meta flex-1 text-muted">
            {shown + 1} de {ads.length}
          </p>
          {!still && (
            <button
              type="button"
              className={control}
              aria-label={playing ? 'Pausar anuncios' : 'Reanudar anuncios'}
              onClick={() => setPlaying(!playing)}
            >
              {playing ? (
                <IconPlayerPause size={20} stroke={1.75} aria-hidden />
              ) : (
                <IconPlayerPlay size={20} stroke={1.75} aria-hidden />
              )}
            </button>
          )}
          <button
            type="button"
            className={control}
            aria-label="Anuncio anterior"
            onClick={() => show(shown - 1)}
          >
            <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          </button>
          <button
            type="button"
            className={control}
            aria-label="Anuncio siguiente"
            onClick={() => show(shown + 1)}
          >
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </button>
        </div>
      )}
    </section>
  )
}

/** Links the image of an advertisement to a page of the portal, or to another site in a new tab. */
function AdLink({ ad, label }: { ad: Ad; label: string }) {
  const router = useRouter()
  const inside = ad.url.startsWith('/') && !ad.url.startsWith('//')
  const picture = (
    <img
      src={ad.image}
      alt=""
      className="block size-full bg-accent-soft object-contain"
      loading="lazy"
      draggable={false}
    />
  )
  if (inside) {
    const follow = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      router.history.push(ad.url)
    }
    return (
      <a href={ad.url} className={slideLink} aria-label={label} onClick={follow}>
        {picture}
      </a>
    )
  }
  return (
    <a
      href={ad.url}
      className={slideLink}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label}, se abre en una pestaña nueva`}
    >
      {picture}
    </a>
  )
}
