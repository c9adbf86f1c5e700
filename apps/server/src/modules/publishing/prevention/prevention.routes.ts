import { preventionEndpoints } from '@mi-portal/contract/publishing/prevention'
import { routes } from '../../../platform/context/operation.ts'
import {
  createArticle,
  disableArticle,
  editArticle,
  enableArticle,
  getArticle,
  listArticlePages,
  listArticles,
  listTemplates,
} from './manage-articles.ts'

export const preventionRoutes = routes(preventionEndpoints, {
  list: listArticles,
  pages: listArticlePages,
  templates: listTemplates,
  one: getArticle,
  create: createArticle,
  edit: editArticle,
  disable: disableArticle,
  enable: enableArticle,
})
