/** Health checks and prevention: the articles for the signed-in patient. */
import { type Article, readLayout } from '@mi-portal/contract/publishing/prevention'
import { IconHeartCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import classes from './articles.module.css'
import { Post } from './post.tsx'
import { articlesQuery } from './prevention.queries.ts'

export function ArticlesPage() {
  const user = useCurrentUser()
  return user && <Articles user={user} />
}

function Articles({ user }: { user: CurrentUser }) {
  const query = useQuery(articlesQuery(user.id))
  return (
    <>
      <PageHeading title="Control y Prevención" lead="Consejos y controles pensados para ti." />
      <QueryContent query={query} skeleton={<BlockSkeleton height={260} />}>
        {(articles) => <Posts articles={articles} />}
      </QueryContent>
    </>
  )
}

function Posts({ articles }: { articles: readonly Article[] }) {
  // An article whose layout cannot be read is skipped; the others are still shown.
  const posts = articles.flatMap((article) => {
    const layout = readLayout(article.html)
    return layout ? [{ id: article.id, layout, reviewedOn: article.reviewed_on }] : []
  })
  if (posts.length === 0) {
    return (
      <EmptyState
        icon={IconHeartCheck}
        title="Aún no hay artículos para ti"
        action={
          <ButtonLink to="/dashboard" variant="outline">
            Volver al inicio
          </ButtonLink>
        }
      >
        Aquí publicamos consejos y controles según tu edad.
      </EmptyState>
    )
  }
  return (
    <div className={classes.posts}>
      <ul className={classes.grid}>
        {posts.map(({ id, layout, reviewedOn }) => (
          <li key={id} data-width={layout.postWidth}>
            <Post layout={layout} reviewedOn={reviewedOn} />
          </li>
        ))}
      </ul>
    </div>
  )
}
