// Applies the stored theme before the first paint. A plain script, because modules run too late.
document.documentElement.dataset.theme = localStorage.getItem('hapax.theme') ?? 'system';
