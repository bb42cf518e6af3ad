import type { Token } from '@workbook-data-service/client/api';
import { type Language, usePreferences } from '../preferences.js';

export type Scope = Token['scopes'][number];

const names: Record<Language, Record<Scope, string>> = {
  en: {
    'workbooks:read': 'Read workbooks',
    'workbooks:write': 'Change workbooks',
    'workbooks:delete': 'Delete workbooks',
    'cloud-files:read': 'Read files of connected drives',
    'governance:configure': 'Set tags and rules',
    'workspaces:read': 'See workspaces and their members',
    'workspaces:create': 'Create workspaces',
    'workspaces:configure': 'Change workspaces and their members',
    'workspaces:delete': 'Delete workspaces',
    'keys:read': 'See tokens and keys',
    'keys:mint': 'Make tokens and keys',
    'keys:revoke': 'Revoke tokens and keys',
    'account:read': 'See the account',
    'billing:manage': 'Manage plan and billing',
  },
  ja: {
    'workbooks:read': 'ワークブックの閲覧',
    'workbooks:write': 'ワークブックの変更',
    'workbooks:delete': 'ワークブックの削除',
    'cloud-files:read': '接続したドライブのファイルの閲覧',
    'governance:configure': 'タグとルールの設定',
    'workspaces:read': 'ワークスペースとメンバーの閲覧',
    'workspaces:create': 'ワークスペースの作成',
    'workspaces:configure': 'ワークスペースとメンバーの変更',
    'workspaces:delete': 'ワークスペースの削除',
    'keys:read': 'トークンとキーの閲覧',
    'keys:mint': 'トークンとキーの作成',
    'keys:revoke': 'トークンとキーの無効化',
    'account:read': 'アカウントの閲覧',
    'billing:manage': 'プランと支払いの管理',
  },
};

/** What a program may do with a token or a key; a right of a newer service is named as it is. */
export function useScopeName(): (scope: Scope) => string {
  const { language } = usePreferences();
  return (scope) => names[language][scope] ?? scope;
}
