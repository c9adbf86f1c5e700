/** An article as a patient reads it, without the empty parts of its layout. All its content is plain text. */
import { getButton, type PostLayout } from '@mi-portal/contract/publishing/prevention'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { opensNewTab } from '../../../ui/text-link.tsx'
import classes from './post.module.css'

interface PostProps {
  layout: PostLayout
  /** The day on which the clinic last checked the text; null if it is not known. */
  reviewedOn: string | null
  /** The level of the heading on its page. */
  heading?: 'h2' | 'h3'
  /** Whether the button is inactive, as in a preview. */
  inert?: boolean
}

export function Post({ layout, reviewedOn, heading: Heading = 'h2', inert }: PostProps) {
  const { postWidth, postImagePosition, postImageUrl, postTitle, postText } = layout
  const button = getButton(layout, { isPreview: inert })
  return (
    <article className={`portal-card ${classes.post}`} data-width={postWidth} data-image={postImagePosition}>
      {postImageUrl && <img className={classes.image} src={postImageUrl} alt="" loading="lazy" />}
      <div className="flex flex-1 flex-col items-start gap-3 px-6 pt-4 pb-6">
        {postTitle && <Heading className="type-section wrap-anywhere">{postTitle}</Heading>}
        {postText && <p className="wrap-anywhere whitespace-pre-line">{postText}</p>}
        {reviewedOn && <p className="type-meta text-muted">Revisado el {formatDay(reviewedOn)}</p>}
        {button && <PostButton {...button} inert={inert} />}
      </div>
    </article>
  )
}

/** Links to a page of the portal, or to another site in a new tab. */
function PostButton({ text, url, inert }: { text: string; url: string; inert?: boolean }) {
  const router = useRouter()
  const inside = url.startsWith('/')
  const follow = (event: MouseEvent) => {
    if (!inert && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    if (!inert && !inside) return
    event.preventDefault()
    if (!inert) router.history.push(url)
  }
  return (
    <ButtonAnchor
      href={url}
      variant="outline"
      size="sm"
      className="mt-2"
      onClick={follow}
      {...(inside ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {text}
      {!inside && <span className="portal-hidden">{opensNewTab}</span>}
    </ButtonAnchor>
  )
}
