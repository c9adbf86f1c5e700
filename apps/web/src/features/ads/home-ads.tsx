import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { adsQuery } from './ads.queries.ts'
import classes from './home-ads.module.css'

const AdCarousel = lazy(async () => ({ default: (await import('./ad-carousel.tsx')).AdCarousel }))

/** The announcements of the home page. Nobody misses one that could not be fetched: nothing stands in its place. */
export function HomeAds() {
  const { data, isPending } = useQuery(adsQuery)
  // Most have some: what stands beside and below them is in its place from the start.
  if (isPending) return <div className={classes.room} />
  if (!data || data.length === 0) return null
  return (
    <Suspense fallback={<div className={classes.room} />}>
      <AdCarousel ads={data} />
    </Suspense>
  )
}
