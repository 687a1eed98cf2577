-- MySQL dump 10.19  Distrib 10.3.38-MariaDB, for debian-linux-gnu (x86_64)
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `yourls_options`;
CREATE TABLE `yourls_options` (
  `option_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `option_name` varchar(64) NOT NULL DEFAULT '',
  PRIMARY KEY (`option_id`,`option_name`)
);
INSERT INTO `yourls_options` VALUES (1,'version; (not a link)');
DROP TABLE IF EXISTS `yourls_url`;
CREATE TABLE `yourls_url` (
  `keyword` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `url` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `title` text CHARACTER SET utf8mb4 DEFAULT NULL,
  `timestamp` timestamp NOT NULL DEFAULT current_timestamp(),
  `ip` varchar(41) NOT NULL,
  `clicks` int(10) unsigned NOT NULL,
  PRIMARY KEY (`keyword`),
  KEY `ip` (`ip`)
) ENGINE=InnoDB;
LOCK TABLES `yourls_url` WRITE;
INSERT INTO `yourls_url` VALUES ('ozh','https://www.example.com/a?b=1;c=(2)','Ozh &amp; friends&#039; &quot;page&quot;','2020-05-01 12:00:00','192.0.2.7',42),('q1','https://www.example.com/it\'s','It''s \"quoted\"\nand long','2020-05-02 13:14:15','2001:db8::1',0);
INSERT INTO `yourls_url` (`clicks`, `keyword`, `url`, `title`, `timestamp`, `ip`) VALUES (3,_binary 'hex',0x68747470733a2f2f7777772e6578616d706c652e636f6d2f686578,NULL,'2020-05-03 00:00:00','');
UNLOCK TABLES;
CREATE TABLE `yourls_log` (`click_id` int(11) NOT NULL, `shorturl` varchar(200) NOT NULL);
INSERT INTO `yourls_log` VALUES (1,'ozh'),(2,'ozh');
