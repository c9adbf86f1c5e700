/** The pages of staff for what patients read: alerts, articles and advertisements. */
import { createRoute } from '@tanstack/react-router'
import { publicationsSearch } from '../../features/publishing/publications.search.ts'
import { paths } from '../paths.ts'
import { lazyPage } from './lazy-page.ts'
import { createPermittedArea } from './staff-area.tsx'

const contentArea = createPermittedArea('staff-content', 'content.edit')
export const contentPages = contentArea.addChildren([
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminAlerts,
    staticData: { title: 'Administrador de alertas' },
    component: lazyPage(() => import('../../features/alerts/alerts.page.tsx'), 'AlertsPage'),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminPrevention,
    validateSearch: publicationsSearch,
    staticData: { title: 'Administrador de control y prevención' },
    component: lazyPage(
      () => import('../../features/publishing/prevention/articles-admin.page.tsx'),
      'ArticlesAdminPage',
    ),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminCreateArticle,
    staticData: { title: 'Crear artículo' },
    component: lazyPage(
      () => import('../../features/publishing/prevention/article-editor.page.tsx'),
      'CreateArticlePage',
    ),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminEditArticle,
    staticData: { title: 'Editar artículo' },
    component: lazyPage(
      () => import('../../features/publishing/prevention/article-editor.page.tsx'),
      'EditArticlePage',
    ),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminAds,
    validateSearch: publicationsSearch,
    staticData: { title: 'Anuncios' },
    component: lazyPage(() => import('../../features/publishing/ads/ads-admin.page.tsx'), 'AdsAdminPage'),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminCreateAd,
    staticData: { title: 'Crear anuncio' },
    component: lazyPage(() => import('../../features/publishing/ads/ad-editor.page.tsx'), 'CreateAdPage'),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminEditAd,
    staticData: { title: 'Editar anuncio' },
    component: lazyPage(() => import('../../features/publishing/ads/ad-editor.page.tsx'), 'EditAdPage'),
  }),
])
