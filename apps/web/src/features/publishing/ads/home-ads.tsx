import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { adsQuery } from './ads.queries.ts'

const AdCarousel = lazyComponent(async () => (await import('./ad-carousel.tsx')).AdCarousel, {
  isOptional: true,
})

const room = <div className="aspect-[28/18]" />

/** Shows the ads of the home page. Ads are not essential: when they cannot be loaded, nothing is shown. */
export function HomeAds() {
  const { data, isPending } = useQuery(adsQuery)
  // Most patients have ads, so space is reserved to keep the rest of the page in place.
  if (isPending) return room
  if (!data || data.length === 0) return null
  return (
    <Suspense fallback={room}>
      <AdCarousel ads={data} />
    </Suspense>
  )
}
