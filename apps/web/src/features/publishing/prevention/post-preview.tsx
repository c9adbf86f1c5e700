/** Previews of an article as a patient will see it, on a desktop and on a phone. */

import type { PostLayout } from '@mi-portal/contract/publishing/prevention'
import { IconDeviceDesktop, IconDeviceMobile, IconEye, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import articles from './articles.module.css'
import { Post } from './post.tsx'
import classes from './post-preview.module.css'

interface PreviewProps {
  layout: PostLayout
  reviewedOn: string | null
}

function AsShown({ width, ...post }: PreviewProps & { width: 'desktop' | 'phone' }) {
  return (
    <div className={classes.scroll}>
      <div className={`${articles.posts} ${classes[width]}`}>
        <ul className={articles.grid}>
          <li data-width={post.layout.postWidth}>
            <Post {...post} inert />
          </li>
        </ul>
      </div>
    </div>
  )
}

/** Shows both previews, one below the other. */
export function PostPreviews(post: PreviewProps) {
  return (
    <div className={classes.both}>
      <section aria-label="En el escritorio">
        <h2 className={classes.title}>
          <IconDeviceDesktop size={22} stroke={1.75} aria-hidden /> En el escritorio
        </h2>
        <AsShown {...post} width="desktop" />
      </section>
      <section aria-label="En el teléfono">
        <h2 className={classes.title}>
          <IconDeviceMobile size={22} stroke={1.75} aria-hidden /> En el teléfono
        </h2>
        <AsShown {...post} width="phone" />
      </section>
    </div>
  )
}

const widths = [
  { value: 'desktop', label: 'Escritorio' },
  { value: 'phone', label: 'Teléfono' },
] as const

/** Shows the preview beside the form, which follows the input. */
export function LivePreview(post: PreviewProps) {
  const [width, setWidth] = useState<'desktop' | 'phone'>('phone')
  return (
    <section className={classes.live} aria-label="Vista previa en vivo">
      <div className={classes.liveHead}>
        <h2 className={classes.title}>
          <IconEye size={20} stroke={1.75} aria-hidden /> Vista previa
        </h2>
        <span className={classes.widths}>
          {widths.map(({ value, label }) => (
            <Button
              key={value}
              size="xs"
              variant={width === value ? 'light' : 'subtle'}
              aria-pressed={width === value}
              onClick={() => setWidth(value)}
            >
              {label}
            </Button>
          ))}
        </span>
      </div>
      {width === 'phone' ? (
        <AsShown {...post} width="phone" />
      ) : (
        <div className={classes.small}>
          <AsShown {...post} width="desktop" />
        </div>
      )}
      <p className={classes.hint}>
        <IconInfoCircle size={18} stroke={1.75} aria-hidden />
        Si dejas vacío un dato opcional, ese elemento no se muestra. El botón aparece solo con texto y URL.
      </p>
    </section>
  )
}
